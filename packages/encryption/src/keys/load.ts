import { generateKeyPair, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import { type CheckedKey, checkKey } from './checks.ts'
import { readKey, type RsaJwk } from './formats.ts'
import type { PublicKey } from './interfaces.ts'
import {
  checkMinBits,
  isKid,
  type KeyKind,
  type KeyRequirements,
  type KeyUse,
  defaultMinBits,
} from './requirements.ts'
import { Secret } from './secret.ts'

/**
 * A key as people have it: PEM (SPKI, PKCS#8, PKCS#1), a JWK or its JSON text, a `KeyObject`, the base64 text of DER
 * with or without line breaks, or DER bytes. A text may be wrapped in a `Secret`.
 */
export type KeyInput = string | Secret<string> | Uint8Array | KeyObject | RsaJwk

export interface LoadOptions {
  /** Name of the field that holds the key, for messages: `keys.own.signature`. */
  readonly name?: string | undefined
  /** Name of the key; its thumbprint unless given. The `kid` inside a JWK is ignored. */
  readonly kid?: string | undefined
  /** Bits that the key needs, 2048 unless given. 1024 opens what was sealed for an old key, and protects nothing. */
  readonly minBits?: number | undefined
}

/**
 * A checked RSA key. Only the loaders make one. It is accepted wherever a `KeyInput` is, and not checked again for the same
 * use.
 */
export interface LoadedKey<
  Kind extends KeyKind = KeyKind,
  Use extends KeyUse | undefined = KeyUse | undefined,
> extends PublicKey {
  readonly kind: Kind
  readonly use: Use
}

// What the checks of each loaded key found. It is not a field of the key, so printing a key shows no numbers.
const checkedKeys = new WeakMap<object, CheckedKey>()

/** Tells whether a value is a loaded key: an object of the same shape has not been checked. */
export const isLoaded = (value: unknown): value is LoadedKey =>
  typeof value === 'object' && value !== null && checkedKeys.has(value)

/** Modulus of a loaded key. Keys with one modulus are one key. */
export function readModulus(key: LoadedKey): string {
  const checkedKey = checkedKeys.get(key)
  if (!checkedKey) throw new TypeError('key is not loaded: load it with loadPrivateKey or loadPublicKey.')
  return checkedKey.modulus
}

/**
 * Loads a private RSA key once, to be used many times: parsing costs more than signing. It throws a `TypeError` if the
 * format, type, size or purpose is wrong, or if the numbers do not belong together. The error names the field and
 * contains no part of the key.
 */
export function loadPrivateKey<Use extends KeyUse>(
  input: KeyInput,
  use: Use,
  options: LoadOptions = {},
): LoadedKey<'private', Use> {
  return loadKey(input, { ...readBounds(options), kind: 'private', use }, options.kid)
}

/**
 * Loads a public RSA key once, to be used many times. It throws a `TypeError` if the format, type, size or purpose is
 * wrong, or if the key is private. Without a use, a JWK may be for either one.
 */
export function loadPublicKey(input: KeyInput, use?: KeyUse, options: LoadOptions = {}): LoadedKey<'public'> {
  return loadKey(input, { ...readBounds(options), kind: 'public', use }, options.kid)
}

function readBounds({
  name = 'key',
  minBits = defaultMinBits,
}: LoadOptions): Pick<KeyRequirements, 'name' | 'minBits'> {
  checkMinBits(name, minBits)
  return { name, minBits }
}

function loadKey<Kind extends KeyKind, Use extends KeyUse | undefined>(
  input: KeyInput,
  requirements: KeyRequirements & { readonly kind: Kind; readonly use: Use },
  givenKid: string | undefined,
): LoadedKey<Kind, Use> {
  const { kind, use, name } = requirements
  const loadedKey = isLoaded(input) ? input : undefined
  const checkedKey =
    findCheckedKey(loadedKey, requirements) ??
    checkKey(loadedKey?.key ?? readKey(input, requirements), requirements)
  const kid = givenKid ?? loadedKey?.kid ?? checkedKey.thumbprint
  if (!isKid(kid)) throw new TypeError(`${name}: kid must be 1 to 256 printable ASCII characters.`)
  const modulusBytes = Math.ceil(checkedKey.modulusBits / 8)
  const key = Object.freeze({ kind, use, kid, key: checkedKey.key, modulusBytes })
  checkedKeys.set(key, checkedKey)
  return key
}

// What the checks of a loaded key found, if they were at least as strict as the requirements.
function findCheckedKey(
  key: LoadedKey | undefined,
  { kind, use, minBits }: KeyRequirements,
): CheckedKey | undefined {
  if (key?.kind !== kind || key.use !== use) return undefined
  const checkedKey = checkedKeys.get(key)
  return checkedKey && checkedKey.modulusBits >= minBits ? checkedKey : undefined
}

export interface GenerateOptions {
  /**
   * Size of each key; 3072 unless given. NIST (SP 800-57, part 1) accepts 2048 bits until the end of 2030 and 3072 bits
   * after it. With 3072 bits, a private operation takes three times as long, and each sealed text and each signature
   * has 170 more characters. So 2048 bits remain a choice.
   */
  readonly bits?: 2048 | 3072 | 4096 | undefined
  /** `separate` pairs, the default, or a `single` one for both uses as in the classic dialect. */
  readonly pairs?: 'separate' | 'single' | undefined
}

/** A key pair as texts: PKCS#8 and SPKI. */
export interface KeyPairTexts {
  readonly privatePem: Secret<string>
  readonly publicPem: string
}

export interface GeneratedKeys {
  readonly encryption: KeyPairTexts
  readonly signature: KeyPairTexts
}

const sizes: readonly unknown[] = [2048, 3072, 4096]

/**
 * Generates the keys of one party, and loads them once to check them. This blocks the event loop for up to a few
 * seconds, so do it at set-up. A process that serves takes `generateKeysAsync`.
 *
 * @example
 * ```ts
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const { encryption, signature } = generateKeys({ bits: 2048 })
 * console.log(encryption.publicPem, `${signature.privatePem}`)
 * ```
 */
export function generateKeys(options: GenerateOptions = {}): GeneratedKeys {
  const { pair, isSingle } = readGenerateOptions(options)
  const encryption = toKeyPairTexts(generateKeyPairSync('rsa', pair))
  const signature = isSingle ? encryption : toKeyPairTexts(generateKeyPairSync('rsa', pair))
  return checkPairs({ encryption, signature })
}

const generatePair = promisify(generateKeyPair)

/**
 * Generates the keys of one party like `generateKeys`, outside of the event loop: a process that serves goes on.
 */
export async function generateKeysAsync(options: GenerateOptions = {}): Promise<GeneratedKeys> {
  const { pair, isSingle } = readGenerateOptions(options)
  const encryption = toKeyPairTexts(await generatePair('rsa', pair))
  const signature = isSingle ? encryption : toKeyPairTexts(await generatePair('rsa', pair))
  return checkPairs({ encryption, signature })
}

function readGenerateOptions({ bits = 3072, pairs = 'separate' }: GenerateOptions) {
  if (!sizes.includes(bits)) throw new TypeError(`bits must be ${sizes.join(' or ')}.`)
  if (pairs !== 'separate' && pairs !== 'single') throw new TypeError('pairs must be separate or single.')
  const pair = {
    modulusLength: bits,
    publicExponent: 65_537,
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  } as const
  return { pair, isSingle: pairs === 'single' }
}

const toKeyPairTexts = (pair: Readonly<Record<'privateKey' | 'publicKey', string>>): KeyPairTexts => ({
  privatePem: new Secret(pair.privateKey),
  publicPem: pair.publicKey,
})

function checkPairs(keys: GeneratedKeys): GeneratedKeys {
  checkPair(keys.encryption, 'encryption')
  checkPair(keys.signature, 'signature')
  return keys
}

// Loading uses the private key with its own public half. Equal thumbprints show that the public text is that half.
function checkPair({ privatePem, publicPem }: KeyPairTexts, use: KeyUse): void {
  if (loadPrivateKey(privatePem, use).kid !== loadPublicKey(publicPem, use).kid)
    throw new Error('The halves of a generated key pair do not match: generate the keys again.')
}
