import type { KeyObject } from 'node:crypto'
import { types } from 'node:util'

import { readJson } from '../json/reader.ts'
import { Secret } from '../secret.ts'
import { checkKey, checkMinBits, usualBits } from './check.ts'
import { keyFault } from './faults.ts'
import { readDer } from './forms.ts'
import { readJwk } from './jwk.ts'
import { publicHalf } from './numbers.ts'
import { readBase64, readPem } from './pem.ts'
import { isPair } from './prove.ts'
import type { KeyKind, KeyUse, Wanted } from './wanted.ts'

/** An RSA key as a JWK (RFC 7517), with the members that are read. */
export interface RsaJwk {
  readonly kty?: string | undefined
  readonly use?: string | undefined
  readonly alg?: string | undefined
  readonly key_ops?: readonly string[] | undefined
  readonly kid?: string | undefined
  readonly n?: string | undefined
  readonly e?: string | undefined
  readonly d?: string | undefined
  readonly p?: string | undefined
  readonly q?: string | undefined
  readonly dp?: string | undefined
  readonly dq?: string | undefined
  readonly qi?: string | undefined
}

/**
 * A key as people have it: PEM (SPKI, PKCS#8, PKCS#1), a JWK or its JSON text, a `KeyObject`, the base64 text of DER
 * with or without line breaks, or DER bytes. A text may be wrapped in a `Secret`.
 */
export type KeyInput = string | Secret<string> | Uint8Array | KeyObject | RsaJwk

export interface LoadOptions {
  /** Name of the member that holds the key, for messages: `keys.own.signature`. */
  readonly name?: string | undefined
  /** Bits that the key needs, 2048 unless given. 1024 opens what was sealed for an old key, and protects nothing. */
  readonly minBits?: number | undefined
}

/**
 * Loads a private RSA key once, to be used many times: parsing costs more than signing. The key is refused with a
 * `TypeError` that names the member, and never repeats any of the key, if its form, type, size or purpose is wrong or
 * its numbers do not belong together.
 *
 * @example
 * ```ts
 * import { generateKeys, loadPrivateKey } from '@custody-wallet/encryption/keys'
 *
 * const { signature } = generateKeys({ bits: 2048 })
 * const key = loadPrivateKey(signature.privatePem, 'signature', { name: 'keys.own.signature' })
 * console.log(key.asymmetricKeyDetails?.modulusLength)
 * ```
 */
export function loadPrivateKey(input: KeyInput, use: KeyUse, options: LoadOptions = {}): KeyObject {
  const wanted = want('private', use, options)
  const key = load(input, wanted)
  if (!isPair(key, publicHalf(key), use)) throw keyFault(wanted.name, 'no-pair')
  return key
}

/**
 * Loads a public RSA key once, to be used many times. The key is refused with a `TypeError` that names the member if
 * its form, type, size or purpose is wrong, or if it is a private key. Without a use, a JWK may say either.
 *
 * @example
 * ```ts
 * import { generateKeys, loadPublicKey } from '@custody-wallet/encryption/keys'
 *
 * const { encryption } = generateKeys({ bits: 2048 })
 * const key = loadPublicKey(encryption.publicPem, 'encryption', { name: 'keys.peer.encryption' })
 * console.log(key.type)
 * ```
 */
export const loadPublicKey = (
  input: KeyInput,
  use: KeyUse | undefined,
  options: LoadOptions = {},
): KeyObject => load(input, want('public', use, options))

function want(kind: KeyKind, use: KeyUse | undefined, options: LoadOptions): Wanted {
  const { name = 'key', minBits = usualBits } = options
  checkMinBits(name, minBits)
  return { kind, use, name, minBits }
}

type Reader = (input: unknown, wanted: Wanted) => KeyObject | undefined

// One look at the type or at the first character decides who reads a key; nobody tries again after another.
const readers: readonly Reader[] = [
  (input) => (types.isKeyObject(input) ? input : undefined),
  (input, wanted) => (types.isUint8Array(input) ? readDer(input, wanted) : undefined),
  (input, wanted) => (typeof input === 'string' ? readText(input, wanted) : undefined),
  (input, wanted) => (input instanceof Secret ? readSecret(input.reveal(), wanted) : undefined),
  (input, wanted) => (typeof input === 'object' && input !== null ? readJwk(input, wanted) : undefined),
]

function load(input: unknown, wanted: Wanted): KeyObject {
  for (const read of readers) {
    const key = read(input, wanted)
    if (key) return checkKey(key, wanted)
  }
  throw keyFault(wanted.name, 'form')
}

const textReaders: readonly (readonly [RegExp, (text: string, wanted: Wanted) => KeyObject])[] = [
  [/^\s*-/u, readPem],
  [/^\s*\{/u, readJsonJwk],
  [/^\s*[A-Za-z0-9+/]/u, readBase64],
]

// The longest form of the largest key has 6,500 characters.
const longestText = 16 * 1024

// PEM begins with a dash, a JWK with a brace, and the base64 of a key with M. A key does not end with such a name.
const path = /^\s*(?:file:|~?\/|\.{1,2}[\\/]|[a-z]:[\\/])|\.(?:der|json|jwk|key|pem|pub)\s*$/iu

function readText(text: string, wanted: Wanted): KeyObject {
  if (text.length > longestText) throw keyFault(wanted.name, 'long')
  if (path.test(text)) throw keyFault(wanted.name, 'path')
  const read = textReaders.find(([start]) => start.test(text))?.[1]
  if (!read) throw keyFault(wanted.name, 'form')
  return read(text, wanted)
}

function readSecret(text: unknown, wanted: Wanted): KeyObject {
  if (typeof text !== 'string') throw keyFault(wanted.name, 'form')
  return readText(text, wanted)
}

function readJsonJwk(text: string, wanted: Wanted): KeyObject {
  return readJwk(parseJson(text, wanted.name), wanted)
}

function parseJson(text: string, name: string): object {
  try {
    const value = readJson(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // What was wrong with the text is said without the text.
  }
  throw keyFault(name, 'json')
}
