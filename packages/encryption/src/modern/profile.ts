import { type Gate, processGate } from '../keys/gate.ts'
import type { Mode } from '../keys/local.ts'
import { checkProfile } from '../profile/check.ts'
import {
  loadProfileKeys,
  createOwnSigner,
  createOwnUnwrapper,
  type GateMode,
  type ProfileKeys,
} from '../profile/keys.ts'
import {
  type DistinctNames,
  type ProfileSettings,
  type Names,
  type Profile,
  failureCodes,
  sharedSettings,
} from '../profile/profile.ts'
import type { Suite } from '../suite.ts'
import { createModernSuite } from './suite.ts'

/** Options of `modern`, and all settings of a profile. */
export interface ModernProfileOptions<Given extends Names = Names> extends Partial<Omit<ProfileSettings, 'names'>> {
  readonly name?: string
  readonly appId: string
  readonly party: Profile['party']
  readonly keys: ProfileKeys
  /** Wire names of fields, by call, if they differ from the contract. No two fields of a call share a name. */
  readonly names?: Given & DistinctNames<Given>
  /** `inline` is fastest for one operation at a time; `pool` keeps the event loop of a server free. Default: `inline`. */
  readonly mode?: Mode
  /** Limits private-key operations. Default: one gate for all profiles of the process. */
  readonly gate?: Gate
}

const modernSettings: ProfileSettings = {
  ...sharedSettings,
  responses: 'plain',
  transport: 'query',
  filled: {
    v2: ['time', 'charset', 'version'],
    mpc: ['time', 'charset'],
    reading: 'all',
    charset: 'documented',
  },
  codes: {
    ...failureCodes,
    reading: 'documented',
    token: { timestamp: null },
  },
  blankResponse: 'reject',
  time: { unit: 'milliseconds', reading: 'unit' },
  numbers: 'documented',
  unknownFields: 'reject',
}

/**
 * Builds the profile to use if you run both sides: JWE and JWS, with every message bound to its context.
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
  ...settings
}: ModernProfileOptions<Given>): Profile {
  const profileKeys = loadProfileKeys(keys)
  const createSuite = (gateMode: GateMode): Suite => ({
    ...createModernSuite({
      unwrapper: profileKeys.encryption.map((key) => createOwnUnwrapper(key, 'RSA-OAEP-256', gateMode)),
      signer: createOwnSigner(profileKeys.signature, 'PS256', gateMode),
      peer: profileKeys.peer,
    }),
    ownModuli: profileKeys.ownModuli,
    usePool: () => createSuite({ gate, mode: 'pool' }),
  })
  return checkProfile({ name, appId, party, suite: createSuite({ gate, mode }), ...modernSettings, ...settings })
}
