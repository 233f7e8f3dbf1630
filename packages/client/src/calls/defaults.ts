import type { CallDefaults } from '../call.ts'
import { checkCount, isHeaderText } from './checks.ts'
import { checkTimeout } from './deadline.ts'

/** Settings of a client that each call can replace. */
export interface ReplaceableSettings {
  readonly timeout: number
  readonly attempts: number
  /** With lower-case names, so that those of a call replace those of its client in any case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether a client sets or leaves out a header. */
  readonly isReserved: (name: string) => boolean
}

/** Checks options of a call or a client, and adds them to the settings. */
export function applyDefaults<Settings extends ReplaceableSettings>(
  settings: Settings,
  { timeout = settings.timeout, attempts = settings.attempts, headers }: CallDefaults,
): Settings {
  checkTimeout(timeout)
  checkCount('attempts', attempts, 1)
  return { ...settings, timeout, attempts, headers: { ...settings.headers, ...checkHeaders(headers, settings) } }
}

// JavaScript callers have no compiler to check headers.
export function checkHeaders(
  headers: CallDefaults['headers'],
  { isReserved }: Pick<ReplaceableSettings, 'isReserved'>,
): ReplaceableSettings['headers'] {
  const entries = Object.entries(headers ?? {}).map(([name, text]) => [name.toLowerCase(), text] as const)
  for (const [name, text] of entries) {
    // Entries of a list and letters of a string have numbers as their names.
    if (!/^[a-z_][\w-]*$/.test(name))
      throw new TypeError('headers must be an object whose names have only letters, digits, _ and -.')
    if (!isHeaderText(text)) throw new TypeError(`headers.${name} must be visible ASCII without spaces at the ends.`)
    if (isReserved(name)) throw new TypeError(`headers must not contain ${name}, which the client sets or leaves out.`)
  }
  return Object.fromEntries(entries)
}
