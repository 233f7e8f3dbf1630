import type { Rule } from '../model.ts'
import { isSentence } from './texts.ts'

/** A description beside a `$ref` reads like any other; the style rules of redocly.yaml do not see those. */
export const describedReference: Rule = () => ({
  ref: {
    enter: ({ description }, { location, report }) => {
      if (description === undefined || isSentence(description)) return
      report({
        message: 'Begin the description with a capital letter but no article, and end it with a full stop.',
        location: location.child('description'),
      })
    },
  },
})
