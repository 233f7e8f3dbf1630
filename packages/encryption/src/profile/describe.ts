/**
 * What a profile assumes, for people: every point that the interface leaves open, what the profile sets it to, and
 * where the assumption comes from.
 *
 * @example
 * ```ts
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { describe } from '@custody-wallet/encryption/describe'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const profile = modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } })
 * console.log(describe(profile))
 * ```
 *
 * @module
 */
import { openPoints } from '@custody-wallet/types'

import { valueAt } from './check.ts'
import type { Profile } from './profile.ts'

/** One open point as a profile decides it. */
export interface DescribedPoint {
  readonly id: string
  readonly what: string
  /** Knob of the profile; absent where nothing is assumed, and where nothing changes the assumption yet. */
  readonly knob?: string
  /** What the knob is set to, as text; the assumption in words where the knob is no plain value. */
  readonly setTo: string
  readonly source: string
}

interface OpenPoint {
  readonly what: string
  readonly assumed?: string | { readonly modern: string; readonly classic: string }
  readonly source: string
  readonly knob?: string
}

const sources: Readonly<Record<string, string>> = {
  seen: 'proven on published material',
  documented: 'public documents of other deployments',
  guess: 'our guess',
  ours: 'our own choice',
  open: 'nothing is assumed',
}

/** Every open point with what the profile sets it to. Keys are never part of it. */
export function describedPoints(profile: Profile): readonly DescribedPoint[] {
  const points: Readonly<Record<string, OpenPoint>> = openPoints
  return Object.entries(points).map(([id, { what, assumed, source, knob }]) => ({
    id,
    what,
    ...(knob && { knob }),
    setTo: knob ? settingOf(profile, knob, assumed) : assumption(profile, assumed) || '-',
    source: sources[source] ?? source,
  }))
}

/** The same as text, one block a point. */
export function describe(profile: Profile): string {
  const points = describedPoints(profile).map(({ what, knob, setTo, source }) =>
    [
      what,
      `  ${knob ?? (setTo === '-' ? 'no knob' : 'cannot be changed yet')}: ${setTo}`,
      `  from: ${source}`,
    ].join('\n'),
  )
  return [`Profile ${profile.name} of ${profile.appId}`, ...points].join('\n\n')
}

function settingOf(profile: Profile, knob: string, assumed: OpenPoint['assumed']): string {
  const value = knob === 'suite' ? profile.suite.id : valueAt(profile, knob)
  const words = assumption(profile, assumed)
  if (value === undefined || typeof value === 'function') return words
  return words === '' ? JSON.stringify(value) : `${JSON.stringify(value)} (assumed: ${words})`
}

function assumption({ suite }: Profile, assumed: OpenPoint['assumed']): string {
  if (typeof assumed !== 'object') return assumed ?? ''
  return suite.id.startsWith('modern') ? assumed.modern : assumed.classic
}
