import type { Rule } from '../model.ts'

/** Every pattern is a regular expression. */
export const pattern: Rule = () => ({
  Schema: ({ pattern: text }, { location, report }) => {
    if (typeof text !== 'string' || isExpression(text)) return
    report({
      message: `Correct the pattern ${text}: it is not a regular expression with the flag u.`,
      location: location.child('pattern'),
    })
  },
})

function isExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}
