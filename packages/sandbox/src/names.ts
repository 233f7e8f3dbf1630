import { findNearestName } from '@custody-wallet/types/validate'

/** The next step after an unknown name: the name that was meant, or all names where none is near. */
export function suggestName(unknownName: string, names: readonly string[]): string {
  const nearest = findNearestName(unknownName, names)
  return nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${nearest}?`
}
