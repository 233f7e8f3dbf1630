// Names in error messages.

/**
 * Makes the name of a member safe for an error message. The name may be personal data, so a text that does not look like
 * a name becomes `*`.
 *
 * @example
 * ```ts
 * import { shownName } from '@custody-wallet/types/validate'
 *
 * console.log(shownName('symbl'), shownName('user@custody.example')) // symbl *
 * ```
 */
export const shownName = (name: string): string => (/^[A-Za-z_]\w{0,31}$/.test(name) ? name : '*')

/**
 * Finds the name that a misspelt one probably means; `undefined` if no candidate is similar.
 *
 * @example
 * ```ts
 * import { nearestName } from '@custody-wallet/types/validate'
 *
 * console.log(nearestName('withdrawlStatus', ['depositStatus', 'withdrawalStatus']))
 * ```
 */
export function nearestName(text: string, candidates: Iterable<string>): string | undefined {
  const scored = [...candidates].map((candidate) => ({ candidate, score: similarity(text, candidate) }))
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  return best && best.score >= 0.5 ? best.candidate : undefined
}

// Sørensen-Dice coefficient of letters and pairs of letters, ignoring case: 1 for equal texts, 0 for texts without a
// common letter. Pairs alone would overrate two letters that changed places.
function similarity(one: string, other: string): number {
  const [left, right] = [lettersAndPairsOf(one), lettersAndPairsOf(other)]
  const all = left.length + right.length
  const shared = left.filter((piece) => {
    const at = right.indexOf(piece)
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
  return (2 * shared.length) / (all || 1)
}

// Hostile texts are cut; no known name is longer.
function lettersAndPairsOf(text: string): string[] {
  const letters = text.slice(0, 200).toLowerCase().split('')
  return [...letters, ...letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)]
}
