import type { Rule } from '../model.ts'

/** No examples beside a `$ref`: Redocly checks only those of the schema itself. */
export const referenceExample: Rule = () => ({
  ref: {
    enter: ({ examples }, { location, report }) => {
      if (examples === undefined) return
      report({
        message: 'Move the examples into the schema that the $ref leads to: Redocly does not check them here.',
        location: location.child('examples').key(),
      })
    },
  },
})
