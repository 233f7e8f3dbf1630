import { nearestName } from '@custody-wallet/types/validate'

/** The next step after an unknown name: the name that was meant, or all names where none is near. */
export function suggestion(given: string, names: readonly string[]): string {
  const near = nearestName(given, names)
  return near === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${near}?`
}
