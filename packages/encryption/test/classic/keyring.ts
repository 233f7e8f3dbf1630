// Local keys of the classic dialect that count their operations.

import { constants, privateDecrypt, privateEncrypt, sign } from 'node:crypto'

import { type ClassicDialect, deployedOptions } from '../../src/classic/options.ts'
import { type ClassicKeys, createClassicSuite } from '../../src/classic/suite.ts'
import type { PeerKeys, PublicKey, Signer, Unwrapper } from '../../src/keys/interfaces.ts'
import { type Limits, requestLimits } from '../../src/limits.ts'
import type { Context, Suite, SuiteOptions } from '../../src/suite.ts'
import type { Pair } from '../support/pairs.ts'

const getModulusBytes = ({ publicKey }: Pair): number => (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8

const toPublicKey = (pair: Pair): PublicKey => ({
  kid: 'test',
  key: pair.publicKey,
  modulusBytes: getModulusBytes(pair),
})

/** Counts of key operations. */
export interface Counted {
  readonly calls: { count: number }
}

/** A public key that counts its uses. */
export function createCountedKey(pair: Pair): PublicKey & Counted {
  const { key, ...facts } = toPublicKey(pair)
  const calls = { count: 0 }
  const taken = (): typeof key => {
    calls.count += 1
    return key
  }
  return {
    ...facts,
    calls,
    get key() {
      return taken()
    },
  }
}

const unwrappings = {
  'RSA-OAEP': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  'RSA-OAEP-256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
  RSA1_5: { padding: constants.RSA_PKCS1_PADDING },
}

export function createUnwrapper(pair: Pair, alg: Unwrapper['alg'] = 'RSA1_5'): Unwrapper & Counted {
  const calls = { count: 0 }
  const key = { key: pair.privateKey, ...unwrappings[alg] }
  const unwrap = async (block: Uint8Array): Promise<Uint8Array> => {
    calls.count += 1
    return privateDecrypt(key, block)
  }
  return { kid: 'test', alg, modulusBytes: getModulusBytes(pair), calls, unwrap }
}

const signings: { readonly [Alg in Signer['alg']]: (pair: Pair, message: Uint8Array) => Uint8Array } = {
  RS256: ({ privateKey }, message) => sign('sha256', message, privateKey),
  PS256: ({ privateKey }, message) =>
    sign('sha256', message, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  'RSA-TYPE1': ({ privateKey }, message) => privateEncrypt(privateKey, message),
}

export function createSigner(pair: Pair, alg: Signer['alg'] = 'RS256'): Signer & Counted {
  const calls = { count: 0 }
  return {
    kid: 'test',
    alg,
    modulusBytes: getModulusBytes(pair),
    calls,
    sign: async ({ message }) => {
      calls.count += 1
      return signings[alg](pair, message)
    },
  }
}

export const createPeer = (...pairs: readonly Pair[]): PeerKeys => ({
  getEncryptionKey: () => {
    const [first] = pairs
    if (first === undefined) throw new TypeError('no encryption key')
    return toPublicKey(first)
  },
  listVerificationKeys: () => pairs.map(toPublicKey),
})

export const unlimited: Limits = { body: 1e9, data: 1e9, sign: 1e9, blocks: 1e9, content: 1e9 }

export const options: SuiteOptions = { limits: requestLimits, now: 0 }

export const context: Context = {
  direction: 'request',
  audience: 'platform',
  appId: 'demo-shop',
  path: '/api/v2/account/getByUidAndSymbol',
  time: '1700000000000',
}

export const free: SuiteOptions = { limits: unlimited, now: 0 }

/** Changes to the deployed dialect. */
export type Dialect = { readonly [Part in keyof ClassicDialect]?: Partial<ClassicDialect[Part]> }

const unwrapperAlgs = { pkcs1: 'RSA1_5', 'oaep-sha256': 'RSA-OAEP-256', 'oaep-sha1': 'RSA-OAEP' } as const
const signerAlgs = { pkcs1: 'RS256', pss: 'PS256' } as const

/** Creates a suite with one pair for both sides. `keys` replaces some of them. */
export function createSuite(pair: Pair, dialect: Dialect = {}, keys: Partial<ClassicKeys> = {}): Suite {
  const query = { ...deployedOptions.query, ...dialect.query }
  const envelope = { ...deployedOptions.envelope, ...dialect.envelope }
  const signature = { ...deployedOptions.signature, ...dialect.signature }
  const own = {
    unwrapper: createUnwrapper(pair, unwrapperAlgs[envelope.padding]),
    signer: createSigner(pair, signerAlgs[signature.padding]),
    blockSigner: createSigner(pair, 'RSA-TYPE1'),
    peer: createPeer(pair),
  }
  return createClassicSuite({ ...own, ...keys }, { query, envelope, signature })
}
