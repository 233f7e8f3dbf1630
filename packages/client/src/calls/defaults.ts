import type { CallDefaults } from '../call.ts'
import { checkCount } from './checks.ts'
import { checkTimeout } from './deadline.ts'
import { type CheckedHeaders, checkHeaders, type ReservedCheck } from './headers.ts'

/** Settings of a client that each call can replace. */
export interface ReplaceableSettings {
  readonly timeout: number
  readonly attempts: number
  readonly headers: CheckedHeaders
  readonly isReserved: ReservedCheck
}

/** Checks options of a call or a client, and adds them to the settings. */
export function applyDefaults<Settings extends ReplaceableSettings>(
  settings: Settings,
  { timeout = settings.timeout, attempts = settings.attempts, headers }: CallDefaults,
): Settings {
  checkTimeout(timeout)
  checkCount('attempts', attempts, 1)
  const checkedHeaders = headers ? checkHeaders(headers, settings.isReserved) : undefined
  return { ...settings, timeout, attempts, headers: { ...settings.headers, ...checkedHeaders } }
}
