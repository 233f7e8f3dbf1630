import type { Rule } from '../model.ts'

/** Patterns can be read; whatever else meets a broken one stays silent about it. */
export const pattern: Rule = () => ({
  Schema: ({ pattern: text }, { location, report }) => {
    if (typeof text !== 'string' || expressionOf(text)) return
    report({
      message: `Mend the pattern ${text}: it is no regular expression with the flag u.`,
      location: location.child('pattern'),
    })
  },
})

/** The regular expression of a pattern, unless it is broken. */
export function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}
