// Names in error messages.

/**
 * Makes a field name safe for an error message. A string that does not look like a name becomes `*`, because it may be
 * personal data.
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
 * Finds the name that was probably meant by a misspelt one; `undefined` if no candidate is similar.
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

// Sørensen-Dice coefficient of letters and pairs of letters, ignoring case: 1 for equal strings, 0 without a common letter.
// Pairs alone would punish swapped letters too hard.
function computeSimilarity(one: string, other: string): number {
  const [left, right] = [listLettersAndPairs(one), listLettersAndPairs(other)]
  const all = left.length + right.length
  const sharedPieces = left.filter((piece) => {
    const at = right.indexOf(piece)
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
  return (2 * sharedPieces.length) / (all || 1)
}

// Cuts hostile input; every known name is shorter.
function listLettersAndPairs(text: string): string[] {
  const letters = text.slice(0, 200).toLowerCase().split('')
  return [...letters, ...letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)]
}
