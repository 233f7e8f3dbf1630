// Names in error messages.

/**
 * Makes the name of a field safe for an error message. The name may be personal data, so a text that does not look like
 * a name becomes `*`.
 *
 * @example
 * ```ts
 * import { toSafeName } from '@custody-wallet/types/validate'
 *
 * console.log(toSafeName('symbl'), toSafeName('user@custody.example')) // symbl *
 * ```
 */
export const toSafeName = (name: string): string => (/^[A-Za-z_]\w{0,31}$/.test(name) ? name : '*')

/**
 * Finds the name that a misspelt one probably means; `undefined` if no candidate is similar.
 *
 * @example
 * ```ts
 * import { findNearestName } from '@custody-wallet/types/validate'
 *
 * console.log(findNearestName('withdrawlStatus', ['depositStatus', 'withdrawalStatus']))
 * ```
 */
export function findNearestName(text: string, candidates: Iterable<string>): string | undefined {
  const scores = [...candidates].map((candidate) => ({
    candidate,
    score: computeSimilarity(text, candidate),
  }))
  const [best] = scores.toSorted((one, other) => other.score - one.score)
  return best && best.score >= 0.5 ? best.candidate : undefined
}

// Sørensen-Dice coefficient of letters and pairs of letters, ignoring case: 1 for equal texts, 0 for texts without a
// common letter. Pairs alone would overrate two letters that changed places.
function computeSimilarity(one: string, other: string): number {
  const [left, right] = [listLettersAndPairs(one), listLettersAndPairs(other)]
  const all = left.length + right.length
  const shared = left.filter((piece) => {
    const at = right.indexOf(piece)
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
  return (2 * shared.length) / (all || 1)
}

// Hostile texts are cut; no known name is longer.
function listLettersAndPairs(text: string): string[] {
  const letters = text.slice(0, 200).toLowerCase().split('')
  return [...letters, ...letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)]
}
