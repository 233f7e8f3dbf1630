import { type Gate, processGate } from '../keys/gate.ts'
import type { Mode } from '../keys/local.ts'
import { checkProfile } from '../profile/check.ts'
import { loadProfileKeys, ownSigner, ownUnwrapper, type ProfileKeys } from '../profile/keys.ts'
import type { DistinctNames, Names } from '../profile/names.ts'
import { type Knobs, type Profile, refusals, sharedKnobs } from '../profile/profile.ts'
import { modernSuite } from './suite.ts'

/** What `modern` needs to know; every knob may be set beside it. */
export interface ModernOptions<Given extends Names = Names> extends Partial<Omit<Knobs, 'names'>> {
  readonly name?: string
  readonly appId: string
  readonly party: Profile['party']
  readonly keys: ProfileKeys
  /** Wire names of members, by call, where they differ from the names of the contract; no two of a call are the same. */
  readonly names?: Given & DistinctNames<Given>
  /** `inline` is fastest with one operation at a time, `pool` with several, and keeps the event loop free. */
  readonly mode?: Mode
  /** Bounds the private-key operations; all profiles of a process share one unless given. */
  readonly gate?: Gate
}

const modernKnobs: Knobs = {
  ...sharedKnobs,
  answers: 'plain',
  transport: 'query',
  filled: {
    v2: ['time', 'charset', 'version'],
    mpc: ['time', 'charset'],
    reading: 'all',
    charset: 'as-shown',
  },
  codes: {
    ...refusals,
    reading: 'as-shown',
    token: { timestamp: null },
  },
  blankAnswer: 'refuse',
  time: { unit: 'milliseconds', reading: 'unit' },
  numbers: 'as-shown',
  unknownMembers: 'refuse',
}

/**
 * The profile to use where you run both sides: JWE and JWS, with the context of every message bound to it.
 *
 * @example
 * ```ts
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const profile = modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } })
 * console.log(profile.name, profile.segments.resource_chain)
 * ```
 */
export function modern<const Given extends Names>({
  name = 'modern',
  appId,
  party,
  keys,
  mode = 'inline',
  gate = processGate,
  ...knobs
}: ModernOptions<Given>): Profile {
  const loaded = loadProfileKeys(keys)
  const suite = modernSuite({
    unwrapper: ownUnwrapper(loaded.encryption, 'RSA-OAEP-256', { mode, gate }),
    signer: ownSigner(loaded.signature, 'PS256', { mode, gate }),
    peer: loaded.peer,
  })
  return checkProfile({ name, appId, party, suite, ...modernKnobs, ...knobs })
}
