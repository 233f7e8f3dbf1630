import { generateKeyPair, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import { isObject } from '@custody-wallet/types/validate'

import { type CheckedKey, checkKey } from './checks.ts'
import { readKey, type RsaJwk } from './formats.ts'
import type { PublicKey } from './interfaces.ts'
import { checkMinBits, isKid, type KeyKind, type KeyRequirements, type KeyUse, defaultMinBits } from './requirements.ts'
import { Secret } from './secret.ts'

/**
 * A key in any format: PEM (SPKI, PKCS#8, PKCS#1), a JWK or its JSON, a `KeyObject`, DER as base64 with or without line
 * breaks, or DER bytes. A string may be wrapped in a `Secret`.
 */
export type KeyInput = string | Secret<string> | Uint8Array | KeyObject | RsaJwk

export interface LoadOptions {
  /** Name of the field that holds the key, for error messages: `keys.own.signature`. */
  readonly name?: string | undefined
  /** Id of the key. Default: its thumbprint. The `kid` inside a JWK is ignored. */
  readonly kid?: string | undefined
  /** Smallest size of the key in bits. Default: 2048. Use 1024 only to open messages for an old key. */
  readonly minBits?: number | undefined
}

/**
 * A checked RSA key from a loader. You can pass it wherever a `KeyInput` is accepted. It is not checked again for the same
 * use.
 */
export interface LoadedKey<
  Kind extends KeyKind = KeyKind,
  Use extends KeyUse | undefined = KeyUse | undefined,
> extends PublicKey {
  readonly kind: Kind
  readonly use: Use
}

// Outside of the keys, so that a printed key shows no numbers.
const checkedKeys = new WeakMap<object, CheckedKey>()

/** Tells whether a value is a loaded key. An object of the same shape is not, because it has not been checked. */
export const isLoaded = (value: unknown): value is LoadedKey => isObject(value) && checkedKeys.has(value)

/** Returns the modulus of a loaded key, which identifies the key pair. */
export function readModulus(key: LoadedKey): string {
  const checkedKey = checkedKeys.get(key)
  if (!checkedKey) throw new TypeError('key is not loaded: load it with loadPrivateKey or loadPublicKey.')
  return checkedKey.modulus
}

/**
 * Loads a private RSA key. Load it once and use it many times: parsing costs more than signing. Throws a `TypeError` if
 * the format, type, size or use is wrong, or if the numbers do not belong together. The error names the field and contains
 * no part of the key.
 */
export function loadPrivateKey<Use extends KeyUse>(
  input: KeyInput,
  use: Use,
  options: LoadOptions = {},
): LoadedKey<'private', Use> {
  return loadKey(input, { ...readBounds(options), kind: 'private', use }, options.kid)
}

/**
 * Loads a public RSA key. Load it once and use it many times. Throws a `TypeError` if the format, type, size or use is
 * wrong, or if the key is private. Without `use`, a JWK may be for either use.
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
    findCheckedKey(loadedKey, requirements) ?? checkKey(loadedKey?.key ?? readKey(input, requirements), requirements)
  const kid = givenKid ?? loadedKey?.kid ?? checkedKey.thumbprint
  if (!isKid(kid)) throw new TypeError(`${name}: kid must be 1 to 256 printable ASCII characters.`)
  const modulusBytes = Math.ceil(checkedKey.modulusBits / 8)
  const key = Object.freeze({ kind, use, kid, key: checkedKey.key, modulusBytes })
  checkedKeys.set(key, checkedKey)
  return key
}

// Finds the earlier check of a loaded key, if it was at least as strict as the requirements.
function findCheckedKey(key: LoadedKey | undefined, { kind, use, minBits }: KeyRequirements): CheckedKey | undefined {
  if (key?.kind !== kind || key.use !== use) return undefined
  const checkedKey = checkedKeys.get(key)
  return checkedKey && checkedKey.modulusBits >= minBits ? checkedKey : undefined
}

export interface GenerateOptions {
  /**
   * Size of each key in bits. Default: 3072. NIST (SP 800-57, part 1) accepts 2048 bits until the end of 2030, and 3072
   * bits after it. With 2048 bits, a private-key operation takes a third of the time, and each sealed text and each
   * signature is 170 characters shorter.
   */
  readonly bits?: 2048 | 3072 | 4096 | undefined
  /** `separate` makes two pairs, and `single` one pair for both uses, as in the classic dialect. Default: `separate`. */
  readonly pairs?: 'separate' | 'single' | undefined
}

/** A key pair as PEM: PKCS#8 and SPKI. */
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
 * Generates and checks the keys of one party. It blocks the event loop for up to a few seconds: call it at set-up, or use
 * `generateKeysAsync` in a server.
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

/** Generates the keys of one party like `generateKeys`, without blocking the event loop. */
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

// Loading checks the private key with its own public half. Equal thumbprints show that the public PEM is that half.
function checkPair({ privatePem, publicPem }: KeyPairTexts, use: KeyUse): void {
  if (loadPrivateKey(privatePem, use).kid !== loadPublicKey(publicPem, use).kid)
    throw new Error('The halves of a generated key pair do not match. Generate the keys again.')
}
