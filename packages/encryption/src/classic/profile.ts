import type { KeyObject } from 'node:crypto'

import { processGate } from '../keys/gate.ts'
import type { Signer } from '../keys/interfaces.ts'
import { isLoaded } from '../keys/load.ts'
import type { ModernProfileOptions } from '../modern/profile.ts'
import { checkProfile } from '../profile/check.ts'
import {
  loadProfileKeys,
  type OwnKey,
  createOwnSigner,
  createOwnUnwrapper,
  type GateMode,
  type ProfileKeys,
} from '../profile/keys.ts'
import { type ProfileSettings, type Names, type Profile, failureCodes, sharedSettings } from '../profile/profile.ts'
import type { Suite } from '../suite.ts'
import { assertImplicitRejection } from './implicit-rejection.ts'
import { type ClassicDialect, deployedOptions, pick } from './options.ts'
import { receiverPaddings } from './paddings.ts'
import { signatureAlgs } from './signature.ts'
import { createClassicSuite } from './suite.ts'

/** Options of `classic`, and all settings of a profile. */
export interface ClassicProfileOptions<Given extends Names = Names> extends Omit<ModernProfileOptions<Given>, 'keys'> {
  readonly keys: {
    readonly own: ProfileKeys['own'] & {
      /** Seals queries in blocks of type 1. Default: the signature key. */
      readonly blocks?: OwnKey<Signer>
    }
    readonly peer: ProfileKeys['peer']
  }
  /** Paddings, block sizes, encodings and the form of the MD5. Default: `deployedOptions`. */
  readonly dialect?: ClassicDialect
  /**
   * Allows one key pair for both uses, as in the deployments of this dialect. A weakness of one use then affects the
   * other, and both keys must be replaced together.
   */
  readonly allowSameKey?: boolean
  /** Pass 1024 to open old messages with keys of 1024 bits. Such keys never seal or sign. */
  readonly openBits?: 1024 | 2048
}

const classicSettings: ProfileSettings = {
  ...sharedSettings,
  responses: 'sealed',
  transport: 'query-or-form',
  filled: {
    v2: ['time', 'charset', 'version'],
    mpc: ['time', 'charset'],
    reading: 'time-only',
    charset: 'any-case',
  },
  codes: {
    ...failureCodes,
    reading: 'either',
    token: { timestamp: 1005 },
  },
  blankResponse: 'accept',
  time: { unit: 'milliseconds', reading: 'either' },
  numbers: 'either',
  unknownFields: 'ignore',
}

/**
 * Builds the profile for deployments of the publicly documented dialect. They have one key pair for all purposes: set
 * `allowSameKey` if you accept that an attacker who breaks one use of the pair breaks all of them.
 *
 * @example
 * ```ts
 * import { classic } from '@custody-wallet/encryption/classic'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys({ pairs: 'single' }), generateKeys({ pairs: 'single' })]
 * const party = { own: 'shop', peer: 'platform' }
 * const profile = classic({ appId: 'demo-shop', party, keys: { own, peer }, allowSameKey: true })
 * console.log(profile.responses)
 * ```
 */
export function classic<const Given extends Names>(options: ClassicProfileOptions<Given>): Profile {
  const {
    name = 'classic',
    appId,
    party,
    keys,
    dialect = deployedOptions,
    mode = 'inline',
    openBits,
    allowSameKey = false,
    gate = processGate,
    ...settings
  } = options
  const { encryption, signature, blocks, peer, ownModuli } = loadProfileKeys(keys, { allowSameKey, minBits: openBits })
  const { alg } = pick(receiverPaddings, dialect.envelope.padding, 'dialect.envelope.padding')
  const signatureAlg = pick(signatureAlgs, dialect.signature.padding, 'dialect.signature.padding')
  const localKey = encryption.find((key) => isLoaded(key))
  const createSuite = (gateMode: GateMode): Suite => {
    const suite = createClassicSuite(
      {
        unwrapper: encryption.map((key) => createOwnUnwrapper(key, alg, gateMode)),
        signer: createOwnSigner(signature, signatureAlg, gateMode),
        blockSigner: createOwnSigner(blocks, 'RSA-TYPE1', gateMode, 'keys.own.blocks'),
        peer,
      },
      dialect,
    )
    const checkedSuite = alg === 'RSA1_5' && localKey ? addProbe(suite, localKey.key) : suite
    return { ...checkedSuite, ownModuli, usePool: () => createSuite({ gate, mode: 'pool' }) }
  }
  return checkProfile({ name, appId, party, suite: createSuite({ gate, mode }), ...classicSettings, ...settings })
}

// Only v1 envelopes need implicit rejection. A runtime without it does not even seal v1 requests, because it could not
// open their responses.
function addProbe(suite: Suite, key: KeyObject): Suite {
  const { envelope } = suite
  return {
    ...suite,
    envelope: {
      ...envelope,
      async seal(plaintext, options) {
        assertImplicitRejection(key)
        return envelope.seal(plaintext, options)
      },
      async open(text, options) {
        assertImplicitRejection(key)
        return envelope.open(text, options)
      },
      async openEach(text, options) {
        assertImplicitRejection(key)
        return (await envelope.openEach?.(text, options)) ?? [await envelope.open(text, options)]
      },
    },
  }
}
