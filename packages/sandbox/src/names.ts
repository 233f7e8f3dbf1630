import { findNearestName } from '@custody-wallet/types/validate'

/** Suggests a similar name, or lists all names if none is similar. */
export function suggestName(unknownName: string, names: readonly string[]): string {
  const nearest = findNearestName(unknownName, names)
  return nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${nearest}?`
}
