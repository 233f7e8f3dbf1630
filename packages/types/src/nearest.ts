/**
 * The candidate that shares most letters and pairs of letters with a text, unless even that one is far.
 *
 * @example
 * ```ts
 * import { nearest } from '@custody-wallet/types'
 *
 * console.log(nearest('withdrawlStatus', ['depositStatus', 'withdrawalStatus']))
 * ```
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const scored = [...candidates].map((candidate) => ({ candidate, score: likeness(text, candidate) }))
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  return best && best.score >= 0.5 ? best.candidate : undefined
}

// Sørensen-Dice over letters and their pairs: 1 for the same text in any case, 0 for nothing in common. Pairs alone would
// make much of two letters that changed places.
function likeness(one: string, other: string): number {
  const [left, right] = [piecesOf(one), piecesOf(other)]
  const all = left.length + right.length
  const shared = left.filter((piece) => {
    const at = right.indexOf(piece)
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
  return (2 * shared.length) / (all || 1)
}

// Hostile texts are cut: no name here is longer.
function piecesOf(text: string): string[] {
  const letters = text.slice(0, 200).toLowerCase().split('')
  return [...letters, ...letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)]
}
