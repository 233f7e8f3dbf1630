// Operations of private keys, in this process or in a key service. A synchronous operation is the fastest if there is one
// at a time: a thread hop costs 60 microseconds. For several at a time, the thread pool is 1.7 to 1.9 times as fast on two
// cores, and keeps the event loop free.
import { constants, hash, type KeyObject, privateDecrypt, privateEncrypt, sign, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'

import { type AddFacts, trace } from '@custody-wallet/types/internal'

import { isGateError, Rejection, throwIfAborted } from '../errors.ts'
import type { KeyOptions, Signer, SignerInput, Unwrapper } from './interfaces.ts'
import { isLoaded, type LoadedKey } from './load.ts'
import { yieldToEventLoop } from './queue.ts'
import type { KeyUse } from './requirements.ts'
import { describeOperation, type GatedOptions, keyChannel, type KeyTrace, noteWait } from './tracing.ts'

/** Where private-key operations run: `inline` on the event loop, or on the thread `pool` if the algorithm allows it. */
export type Mode = 'inline' | 'pool'

export interface LocalKeyOptions<Alg extends string> {
  readonly alg: Alg
  /** `inline` for one operation at a time, `pool` for a server. Default: `inline`. */
  readonly mode?: Mode | undefined
}

type Unwrap = Unwrapper['unwrap']
type Sign = (message: Uint8Array, options: KeyOptions) => Promise<Uint8Array>
type Operations<Operation> = { readonly [M in Mode]: (key: KeyObject) => Operation }

/**
 * Decrypts blocks with a private key of this process, and rejects invalid blocks. With `RSA1_5`, a block with invalid
 * padding opens to pseudo-random bytes instead (implicit rejection), which reveals nothing to an attacker.
 */
export function createLocalUnwrapper(
  key: LoadedKey<'private', 'encryption'>,
  options: LocalKeyOptions<Unwrapper['alg']>,
): Unwrapper {
  const { alg, mode = 'inline' } = options
  checkChoice('alg', alg, unwrapOperations)
  checkChoice('mode', mode, unwrapOperations[alg])
  checkLoaded(key, 'encryption')
  const { kid, modulusBytes } = key
  const unwrap = unwrapOperations[alg][mode](key.key)
  return {
    kid,
    alg,
    modulusBytes,
    isInProcess: true,
    unwrap: async (block, keyOptions) => {
      throwIfAborted(keyOptions.signal)
      // RFC 8017, 7.1.2 and 7.2.2: a block is as long as the modulus. OpenSSL would accept a shorter one.
      if (block.length !== modulusBytes) throw new Rejection('unwrap')
      return await unwrap(block, keyOptions)
    },
  }
}

/** Signs with a private key of this process. With `RSA-TYPE1`, a message may have 11 bytes less than the modulus. */
export function createLocalSigner(
  key: LoadedKey<'private', 'signature'>,
  options: LocalKeyOptions<Signer['alg']>,
): Signer {
  const { alg, mode = 'inline' } = options
  checkChoice('alg', alg, signOperations)
  checkChoice('mode', mode, signOperations[alg])
  checkLoaded(key, 'signature')
  if (key.key.asymmetricKeyType === 'rsa-pss' && alg !== 'PS256') {
    throw new TypeError(`key is an RSA-PSS key, which cannot sign with ${alg}. Use PS256 or an RSA key.`)
  }
  const { kid, modulusBytes } = key
  // RFC 8017, 9.2: the padding takes eleven bytes.
  const longest = alg === 'RSA-TYPE1' ? modulusBytes - 11 : Infinity
  const signMessage = signOperations[alg][mode](key.key)
  return {
    kid,
    alg,
    modulusBytes,
    sign: async ({ message }, keyOptions) => {
      throwIfAborted(keyOptions.signal)
      if (message.length > longest)
        throw new TypeError(`message has ${message.length} bytes, but this key signs at most ${longest}.`)
      return await signMessage(message, keyOptions)
    },
  }
}

function checkChoice(name: string, value: string, choices: object): void {
  if (!Object.hasOwn(choices, value)) throw new TypeError(`${name} must be ${Object.keys(choices).join(' or ')}.`)
}

// A program without types may pass a key that has not been checked.
function checkLoaded(key: unknown, use: KeyUse): void {
  if (isLoaded(key) && key.kind === 'private' && key.use === use) return
  throw new TypeError(`key must be a private key for ${use}. Load it with loadPrivateKey(input, '${use}').`)
}

const oaep256 = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }
const pkcs1 = { padding: constants.RSA_PKCS1_PADDING }

/** Padding of SHA256withRSA, by algorithm. The salt of PS256 is as long as its hash (RFC 7518, 3.5). */
export const signaturePaddings: { readonly [Alg in 'PS256' | 'RS256']: Padding } = {
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  RS256: pkcs1,
}

const unwrapOperations: { readonly [Alg in Unwrapper['alg']]: Operations<Unwrap> } = {
  'RSA-OAEP-256': { inline: decryptInline(oaep256), pool: (key) => decryptOnPool(key, 'SHA-256') },
  'RSA-OAEP': { inline: decryptInline(oaep), pool: (key) => decryptOnPool(key, 'SHA-1') },
  RSA1_5: {
    inline: decryptInline(pkcs1),
    pool: (key) => {
      const decrypt = decryptInline(pkcs1)(key)
      return async (block, options) => {
        await yieldToEventLoop(options)
        return await decrypt(block, options)
      }
    },
  },
}

const signOperations: { readonly [Alg in Signer['alg']]: Operations<Sign> } = {
  PS256: { inline: signInline(signaturePaddings.PS256), pool: signOnPool(signaturePaddings.PS256) },
  RS256: { inline: signInline(signaturePaddings.RS256), pool: signOnPool(signaturePaddings.RS256) },
  'RSA-TYPE1': {
    inline: (key) => async (message) => privateEncrypt({ key, ...pkcs1 }, message),
    pool: (key) => async (message, options) => {
      await yieldToEventLoop(options)
      return privateEncrypt({ key, ...pkcs1 }, message)
    },
  },
}

export interface Padding {
  readonly padding: number
  readonly oaepHash?: string
  readonly saltLength?: number
}

function decryptInline(padding: Padding) {
  return (key: KeyObject): Unwrap => {
    const options = { key, ...padding }
    return async (block) => {
      try {
        return privateDecrypt(options, block)
      } catch {
        throw new Rejection('unwrap')
      }
    }
  }
}

// A CryptoKey runs one operation at a time. Using four copies in turn nearly doubles the rate on two cores.
const copyCount = 4

function decryptOnPool(key: KeyObject, hash: string): Unwrap {
  let keyCopies: Promise<readonly webcrypto.CryptoKey[]> | undefined
  let last = 0
  return async (block) => {
    keyCopies ??= importCopies(key, hash)
    const keys = await keyCopies.catch((error: unknown) => {
      keyCopies = undefined
      throw error
    })
    last = (last + 1) % copyCount
    const next = keys[last]
    if (!next) throw new Rejection('unwrap')
    try {
      return new Uint8Array(await webcrypto.subtle.decrypt('RSA-OAEP', next, Uint8Array.from(block)))
    } catch {
      throw new Rejection('unwrap')
    }
  }
}

async function importCopies(key: KeyObject, hash: string): Promise<readonly webcrypto.CryptoKey[]> {
  const der = key.export({ format: 'der', type: 'pkcs8' })
  const algorithm = { name: 'RSA-OAEP', hash }
  const importCopy = () => webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['decrypt'])
  try {
    return await Promise.all(Array.from({ length: copyCount }, importCopy))
  } finally {
    der.fill(0)
  }
}

function signInline(padding: Padding) {
  return (key: KeyObject): Sign =>
    async (message) =>
      sign('sha256', message, { key, ...padding })
}

function signOnPool(padding: Padding) {
  const signAsync = promisify(sign)
  return (key: KeyObject): Sign =>
    (message) =>
      signAsync('sha256', message, { key, ...padding })
}

/** Signs a message, and checks the length of the signature. */
export async function signWith(signer: Signer, message: Uint8Array, options: KeyOptions): Promise<Uint8Array> {
  const input = createSignerInput(message)
  const signature = await trace(
    keyChannel,
    () => describeOperation('sign', signer, options),
    (add) => signer.sign(input, pickKeyOptions(options, add)),
  )
  if (signature.length === signer.modulusBytes) return signature
  throw new TypeError(
    `signer.sign returned ${signature.length} bytes. It must return as many bytes as the modulus has: ${signer.modulusBytes}.`,
  )
}

// Computed on demand: local keys never read the hash.
const createSignerInput = (message: Uint8Array): SignerInput => ({
  message,
  get sha256() {
    return hash('sha256', message, 'buffer')
  },
})

/**
 * Unwraps a block. Returns a rejection or undefined if the block is invalid. Key services report that in many ways, so it
 * rethrows only the errors of the gate.
 */
export const unwrapWith = (
  unwrapper: Unwrapper,
  block: Uint8Array,
  options: KeyOptions,
): Promise<Uint8Array | Rejection | undefined> =>
  trace(
    keyChannel,
    () => describeOperation('unwrap', unwrapper, options),
    async (add) => {
      try {
        return await unwrapper.unwrap(block, pickKeyOptions(options, add))
      } catch (error) {
        if (isGateError(error)) throw error
        throwIfAborted(options.signal)
        if (!(error instanceof Rejection)) return undefined
        // An event for each invalid block would take time that an attacker could measure.
        if (error.reason === 'key-service') add?.({ code: 'KEY_FAILED' }, true)
        return error
      }
    },
  )

const pickKeyOptions = ({ signal, merchant }: KeyOptions, add?: AddFacts<KeyTrace>): GatedOptions => ({
  ...(signal && { signal }),
  ...(merchant !== undefined && { merchant }),
  ...(add && noteWait(add)),
})
