import type { Rule } from '../model.ts'

/** Open integers have bounds: a double holds no larger ones exactly, and the validators refuse them. */
export const boundedInteger: Rule = () => ({
  Schema: ({ type, const: only, enum: values, minimum, maximum }, { location, report }) => {
    if (type !== 'integer' || only !== undefined || values !== undefined) return
    if (minimum !== undefined && maximum !== undefined) return
    report({
      message: 'Give the integer a minimum and a maximum that a double holds exactly.',
      location: location.child('type'),
    })
  },
})
