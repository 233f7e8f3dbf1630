import { processGate } from '../keys/gate.ts'
import type { Signer } from '../keys/interfaces.ts'
import type { ModernOptions } from '../modern/profile.ts'
import { checkProfile } from '../profile/check.ts'
import { loadProfileKeys, type OwnKey, ownSigner, ownUnwrapper, type ProfileKeys } from '../profile/keys.ts'
import { type Knobs, type Names, type Profile, refusals, sharedKnobs } from '../profile/profile.ts'
import type { ClassicOptions } from './options.ts'
import { deployed } from './presets.ts'
import { assertImplicitRejection } from './probe.ts'
import { classicSuite } from './suite.ts'

/** What `classic` needs to know; every knob may be set beside it. */
export interface ClassicProfileOptions<Given extends Names = Names> extends Omit<
  ModernOptions<Given>,
  'keys'
> {
  readonly keys: {
    readonly own: ProfileKeys['own'] & {
      /** Seals queries in blocks of type 1; the signature key unless given. */
      readonly blocks?: OwnKey<Signer>
    }
    readonly peer: ProfileKeys['peer']
  }
  /** Paddings, block sizes, encodings and the form of the MD5: what the known deployments do, unless given. */
  readonly dialect?: ClassicOptions
  /**
   * Takes one pair for both uses, as the deployments of this dialect have it. A weakness of one use is then one of the
   * other, and neither can be replaced alone.
   */
  readonly allowSameKey?: boolean
  /** Takes keys of 1024 bits to open old messages; nothing is sealed or signed with them. */
  readonly openBits?: 1024 | 2048
}

const classicKnobs: Knobs = {
  ...sharedKnobs,
  answers: 'sealed',
  transport: 'query-or-form',
  filled: {
    v2: ['time', 'charset', 'version'],
    mpc: ['time', 'charset'],
    reading: 'time-only',
    charset: 'any-case',
  },
  codes: {
    ...refusals,
    reading: 'either',
    token: { timestamp: 1005 },
  },
  blankAnswer: 'accept',
  time: { unit: 'milliseconds', reading: 'either' },
  numbers: 'either',
  unknownMembers: 'ignore',
}

const unwrapping = { pkcs1: 'RSA1_5', 'oaep-sha256': 'RSA-OAEP-256', 'oaep-sha1': 'RSA-OAEP' } as const
const signing = { pkcs1: 'RS256', pss: 'PS256' } as const

/**
 * The profile that talks to deployments of the publicly documented dialect. They have one key pair for all purposes,
 * which has to be asked for: whoever breaks one use of it has broken all.
 *
 * @example
 * ```ts
 * import { classic } from '@custody-wallet/encryption/classic'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys({ pairs: 'single' }), generateKeys({ pairs: 'single' })]
 * const party = { own: 'shop', peer: 'platform' }
 * const profile = classic({ appId: 'demo-shop', party, keys: { own, peer }, allowSameKey: true })
 * console.log(profile.answers)
 * ```
 */
export function classic<const Given extends Names>(options: ClassicProfileOptions<Given>): Profile {
  const {
    name = 'classic',
    appId,
    party,
    keys,
    dialect = deployed,
    mode = 'inline',
    openBits,
    allowSameKey = false,
    gate = processGate,
    ...knobs
  } = options
  const { encryption, signature, blocks, peer } = loadProfileKeys(keys, { allowSameKey, minBits: openBits })
  const running = { mode, gate }
  const unwrapAlg = unwrapping[dialect.envelope.padding]
  const probe = unwrapAlg === 'RSA1_5' ? assertImplicitRejection : undefined
  const suite = classicSuite(
    {
      unwrapper: ownUnwrapper(encryption, unwrapAlg, running, probe),
      signer: ownSigner(signature, signing[dialect.signature.padding], running),
      blockSigner: ownSigner(blocks, 'RSA-TYPE1', running, 'keys.own.blocks'),
      peer,
    },
    dialect,
  )
  return checkProfile({ name, appId, party, suite, ...classicKnobs, ...knobs })
}
