// Members of a request that its call does not know.
import { shownName } from '@custody-wallet/types/validate'

/** Names of a report at most. */
const mostNames = 16

/** Names as a report shows them. */
export const shownNames = (names: readonly string[]): readonly string[] =>
  names.slice(0, mostNames).map(shownName)

/**
 * Unknown names. A name with the letters and digits of a known one, such as `Amount` or
 * `requestId`, does not count: its sender means the known member, and ignoring it can cost money.
 */
export function unknownAmong(names: readonly string[], known: readonly string[]): readonly string[] {
  const others = names.filter((name) => !known.includes(name))
  if (others.length === 0) return others
  const letters = new Set(known.map(lettersOf))
  return others.filter((name) => !letters.has(lettersOf(name)))
}

const lettersOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
