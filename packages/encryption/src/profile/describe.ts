/**
 * Describes a profile for people: every open point of the interface, its value in the profile, and the source of the
 * assumption.
 *
 * @example
 * ```ts
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { describeProfile } from '@custody-wallet/encryption/describe'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const profile = modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } })
 * console.log(describeProfile(profile))
 * ```
 *
 * @module
 */
import { openPoints } from '@custody-wallet/types'

import type { Suite } from '../suite.ts'
import { getValue } from './check.ts'
import type { Profile } from './profile.ts'

interface OpenPoint {
  readonly what: string
  readonly assumed?: string | Parameters<Suite['describeAssumption']>[0]
  readonly source: string
  readonly setting?: string
}

const sources: Readonly<Record<string, string>> = {
  seen: 'proven on published material',
  documented: 'public documents of other deployments',
  guess: 'our guess',
  ours: 'our own choice',
  open: 'nothing is assumed',
}

/** Describes every open point with its value in the profile. The text contains no keys. */
export function describeProfile(profile: Profile): string {
  const points: Readonly<Record<string, OpenPoint>> = openPoints
  const blocks = Object.entries(points).map(([id, { what, assumed = '', source, setting }]) => {
    const words = typeof assumed === 'string' ? assumed : profile.suite.describeAssumption(assumed, id)
    const value = setting ? describeSetting(profile, setting, words) : words || '-'
    const name = setting ?? (value === '-' ? 'no setting' : 'cannot be changed yet')
    return [what, `  ${name}: ${value}`, `  from: ${sources[source] ?? source}`].join('\n')
  })
  return [`Profile ${profile.name} of ${profile.appId}`, ...blocks].join('\n\n')
}

function describeSetting(profile: Profile, setting: string, words: string): string {
  const value = setting === 'suite' ? profile.suite.id : getValue(profile, setting)
  if (value === undefined || typeof value === 'function') return words
  return words === '' ? JSON.stringify(value) : `${JSON.stringify(value)} (assumed: ${words})`
}
