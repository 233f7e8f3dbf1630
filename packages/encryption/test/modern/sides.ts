// Two sides under the modern suite, and messages that an attacker with all keys could make.

import { constants, createCipheriv, createHash, createSecretKey, publicEncrypt, randomBytes, sign } from 'node:crypto'

import { Rejection, type RejectionReason } from '../../src/errors.ts'
import { requestLimits } from '../../src/limits.ts'
import { type ModernKeys, createModernSuite } from '../../src/modern/suite.ts'
import type { Context, Suite, SuiteOptions } from '../../src/suite.ts'
import { type Owner, type Pair, getOwner } from '../support/pairs.ts'
import { createPeer, toPublicKey, createSigner, createUnwrapper } from './keyring.ts'

export const merchant = getOwner('merchant')
export const platform = getOwner('platform')

export const createKeys = (own: Owner, peer: Owner): ModernKeys => ({
  unwrapper: createUnwrapper(own.encryption),
  signer: createSigner(own.signature),
  peer: createPeer(toPublicKey(peer.encryption), toPublicKey(peer.signature)),
})

/** Creates the sender. `keys` replaces some of its keys. */
export const createSender = (keys: Partial<ModernKeys>): Suite =>
  createModernSuite({ ...createKeys(merchant, platform), ...keys })

/** Creates the receiver. */
export const createReceiver = (keys: Partial<ModernKeys>): Suite =>
  createModernSuite({ ...createKeys(platform, merchant), ...keys })

export const sender = createSender({})
export const receiver = createReceiver({})

export const options: SuiteOptions = { limits: requestLimits, now: 1_767_225_600_000 }

export const request: Context = {
  direction: 'request',
  audience: 'platform',
  appId: 'demo-shop',
  path: '/api/v1/deposit/notify',
  time: '1767225600000',
}

export const responseContext: Context = {
  ...request,
  direction: 'answer',
  response: { code: '0', msg: 'success', request: 'the.request.text' },
}

export const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
export const plaintext = toBytes('{"symbol":"BTC","amount":0.5}')

/** Returns the reason of a rejection. Fails for any other outcome. */
export async function catchReason(act: () => Promise<unknown>): Promise<RejectionReason> {
  try {
    await act()
  } catch (error) {
    if (error instanceof Rejection) return error.reason
    throw error
  }
  throw new TypeError('It was accepted.')
}

/** A private-key operation that must not happen. */
export const failIfCalled = (): never => {
  throw new TypeError('A private key was used.')
}

export const toBase64url = (content: Uint8Array | string): string => Buffer.from(content).toString('base64url')
export const hashMd5 = (content: Uint8Array): string => createHash('md5').update(content).digest('hex')
export const hashSha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('base64url')

type Fields = Readonly<Record<string, unknown>>

/** `ctx` of the request above. */
export const ctx = {
  v: 1,
  d: 'request',
  aud: 'platform',
  app: 'demo-shop',
  p: '/api/v1/deposit/notify',
  t: '1767225600000',
  h: hashSha256(plaintext),
}

/** Headers of the sender: of a signature, of `data` in v1, and of a sealed query. */
export const signedHeader = {
  alg: 'PS256',
  kid: toPublicKey(merchant.signature).kid,
  crit: ['ctx'],
  ctx,
}
export const sealedHeader = {
  alg: 'RSA-OAEP-256',
  enc: 'A256GCM',
  kid: toPublicKey(platform.encryption).kid,
}
const { h: _hash, ...openly } = ctx
/** `ctx` of a sealed text, which has no hash. */
export const location = openly
export const boundHeader = { ...sealedHeader, crit: ['ctx'], ctx: location }

const toText = (header: Fields | string): string => (typeof header === 'string' ? header : JSON.stringify(header))

const pss = (input: Uint8Array): Uint8Array =>
  sign('sha256', input, {
    key: merchant.signature.privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 32,
  })

/** Writes a compact JWS with any header, by default with a valid signature. */
export function signByHand(
  header: Fields | string,
  payload: Uint8Array | string = hashMd5(plaintext),
  make: (input: Uint8Array) => Uint8Array = pss,
): string {
  const input = `${toBase64url(toText(header))}.${toBase64url(payload)}`
  return `${input}.${toBase64url(make(toBytes(input)))}`
}

/** Deviations of a message from the rules. */
export interface Departures {
  readonly cipher?: 'aes-256-gcm' | 'aes-128-gcm'
  readonly key?: Uint8Array
  readonly iv?: Uint8Array
  readonly tagLength?: 16 | 12
  readonly wrap?: (key: Uint8Array) => Uint8Array
}

/** Wraps a content key for a receiver. */
export const wrapKey = (key: Uint8Array, { publicKey }: Pair = platform.encryption): Uint8Array =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, key)

/** Writes a compact JWE with any header, by default sealed correctly. */
export function sealByHand(
  header: Fields | string,
  content: Uint8Array | string = plaintext,
  departures: Departures = {},
): string {
  const {
    cipher = 'aes-256-gcm',
    key = randomBytes(32),
    iv = randomBytes(12),
    tagLength = 16,
    wrap = wrapKey,
  } = departures
  const head = toBase64url(toText(header))
  const gcm = createCipheriv(cipher, createSecretKey(key), iv, { authTagLength: tagLength })
  gcm.setAAD(Buffer.from(head))
  const ciphertext = Buffer.concat([gcm.update(content), gcm.final()])
  return [head, ...[wrap(key), iv, ciphertext, gcm.getAuthTag()].map(toBase64url)].join('.')
}
