import { type Gate, processGate } from '../keys/gate.ts'
import type { Mode } from '../keys/local.ts'
import { checkProfile } from '../profile/check.ts'
import { loadProfileKeys, ownSigner, ownUnwrapper, type ProfileKeys } from '../profile/keys.ts'
import {
  type DistinctNames,
  type Knobs,
  type Names,
  type Profile,
  refusals,
  sharedKnobs,
} from '../profile/profile.ts'
import { modernSuite } from './suite.ts'

/** Options of `modern`, and any knob of a profile. */
export interface ModernOptions<Given extends Names = Names> extends Partial<Omit<Knobs, 'names'>> {
  readonly name?: string
  readonly appId: string
  readonly party: Profile['party']
  readonly keys: ProfileKeys
  /** Wire names of members, by call, if they differ from the contract. No two members of a call share a name. */
  readonly names?: Given & DistinctNames<Given>
  /** `inline` is fastest for one operation at a time. `pool` is for servers: it keeps the event loop free. */
  readonly mode?: Mode
  /** Limits the private-key operations. By default, all profiles of a process share one gate. */
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
 * The profile to use if you run both sides: JWE and JWS, with every message bound to its context.
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
    unwrapper: loaded.encryption.map((key) => ownUnwrapper(key, 'RSA-OAEP-256', { mode, gate })),
    signer: ownSigner(loaded.signature, 'PS256', { mode, gate }),
    peer: loaded.peer,
  })
  return checkProfile({ name, appId, party, suite, ...modernKnobs, ...knobs })
}
