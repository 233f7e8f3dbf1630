import type { Rule } from '../model.ts'
import { isKebab } from './texts.ts'

/** A limit has a name in the style of names and says what it counts. */
export const limit: Rule = () => ({
  Limit: ({ rule = '', unit = '' }, { location, report }) => {
    if (!isKebab(rule))
      report({
        message: `Write the rule "${rule}" of this limit in kebab case.`,
        location: location.child('rule'),
      })
    if (!unit.trim())
      report({
        message: `Say in the unit of the limit ${rule} what it counts.`,
        location: location.child('unit'),
      })
  },
})
