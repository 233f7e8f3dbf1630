import { findNearestName } from '@custody-wallet/types/validate'

/** Suggests a similar name, or lists all names if none is similar. */
export function suggestName(unknownName: string, names: readonly string[]): string {
  const nearest = findNearestName(unknownName, names)
  return nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${nearest}?`
}

/** Describes an unknown name, with a similar one or all known names. */
export function describeUnknownName(noun: string, name: string, knownNames: readonly string[]): string {
  const nearest = findNearestName(name, knownNames)
  return `There is no ${noun} ${JSON.stringify(name)}${nearest === undefined ? `; there are ${knownNames.join(', ')}.` : `; did you mean ${nearest}?`}`
}

export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
