/**
 * What a profile assumes, for people: every open point of the interface, what the profile sets it to, and where the
 * assumption comes from.
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

import type { SuiteAssumptions } from '../suite.ts'
import { valueAt } from './check.ts'
import type { Profile } from './profile.ts'

export { rejectionText } from './rejections.ts'

/** One open point, and what a profile sets it to. */
export interface DescribedPoint {
  readonly id: string
  readonly what: string
  /** Knob of the profile. It is absent if nothing is assumed, or if no knob changes the assumption yet. */
  readonly knob?: string
  /** Value of the knob as text, or the assumption in words if there is no plain value. */
  readonly setTo: string
  readonly source: string
}

interface OpenPoint {
  readonly what: string
  readonly assumed?: string | SuiteAssumptions
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

/** Every open point with what the profile sets it to; never keys. */
export function describedPoints(profile: Profile): readonly DescribedPoint[] {
  const points: Readonly<Record<string, OpenPoint>> = openPoints
  return Object.entries(points).map(([id, { what, assumed = '', source, knob }]) => {
    const words = typeof assumed === 'string' ? assumed : profile.suite.assumption(assumed, id)
    return {
      id,
      what,
      ...(knob && { knob }),
      setTo: knob ? settingOf(profile, knob, words) : words || '-',
      source: sources[source] ?? source,
    }
  })
}

/** The same as text, with one block per point. */
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

function settingOf(profile: Profile, knob: string, words: string): string {
  const value = knob === 'suite' ? profile.suite.id : valueAt(profile, knob)
  if (value === undefined || typeof value === 'function') return words
  return words === '' ? JSON.stringify(value) : `${JSON.stringify(value)} (assumed: ${words})`
}
