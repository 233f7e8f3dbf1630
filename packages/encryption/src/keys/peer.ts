// Public keys of the other party, and the signatures that they verify.
import { verify } from 'node:crypto'

import { isObject } from '@custody-wallet/types/validate'

import { Rejection } from '../errors.ts'
import type { PeerKeys, PublicKey } from './interfaces.ts'
import { checkDistinctKeys, loadList, maxKeys } from './lists.ts'
import { isLoaded, type KeyInput, type LoadedKey, loadPublicKey, type LoadOptions, readModulus } from './load.ts'
import { type Padding, signaturePaddings } from './local.ts'
import type { KeyUse } from './requirements.ts'

/** A key of the other party, and the period in which it is valid. */
export interface PeerKeyEntry {
  readonly key: KeyInput
  readonly kid?: string | undefined
  /** The time (Unix milliseconds) from which the key is valid. Default: always. */
  readonly notBefore?: number | undefined
  /** The time (Unix milliseconds) from which the key is no longer valid. Default: never. */
  readonly notAfter?: number | undefined
}

/** One key, or several during a rotation. */
export type PeerKeyInput = KeyInput | PeerKeyEntry | readonly (KeyInput | PeerKeyEntry)[]

export interface PeerKeysInput {
  /** The key to seal for, or up to three during a rotation. */
  readonly encryption: PeerKeyInput
  /** The key that signs, or up to three during a rotation. */
  readonly signature: PeerKeyInput
  /**
   * Allows one key for both uses, as in the classic dialect. A weakness of one use then affects the other, and both keys
   * must be replaced together.
   */
  readonly allowSameKey?: boolean | undefined
  /** Smallest size of each key in bits. Default: 2048. */
  readonly minBits?: number | undefined
  /** Name of the field that holds the keys, for error messages. Default: `keys.peer`. */
  readonly name?: string | undefined
}

/**
 * Loads the public keys of the other party. Each use has one key, or up to three with the periods in which they are valid.
 * Messages are sealed for the newest valid key, and may be signed with any valid key.
 */
export function createPeerKeys(input: PeerKeysInput): PeerKeys {
  return loadPeerKeys(input).keys
}

/** Public keys of the other party, with the modulus of each, valid or not. */
export interface LoadedPeerKeys {
  readonly keys: PeerKeys
  readonly moduli: ReadonlySet<string>
}

/** Loads the public keys of the other party, to compare them with the own keys. */
export function loadPeerKeys(input: PeerKeysInput): LoadedPeerKeys {
  const { allowSameKey = false, minBits, name = 'keys.peer' } = input
  const encryption = loadRotation(input.encryption, 'encryption', { name: `${name}.encryption`, minBits })
  const signature = loadRotation(input.signature, 'signature', { name: `${name}.signature`, minBits })
  const encryptionKeys = listModuli(encryption)
  const signatureKeys = listModuli(signature)
  if (!allowSameKey && signatureKeys.some((modulus) => encryptionKeys.includes(modulus))) {
    throw new TypeError(`${name} has one key for encryption and signatures. Give two keys, or set allowSameKey.`)
  }
  const keys: PeerKeys = {
    getEncryptionKey: (now) => {
      const [newest] = listValidKeys(encryption, now)
      if (!newest) throw new TypeError(`${name}.encryption has no valid key now. Check notBefore and notAfter.`)
      return newest
    },
    listVerificationKeys: (kid, now) =>
      listValidKeys(signature, now).filter((key) => kid === undefined || key.kid === kid),
  }
  return { keys, moduli: new Set([...encryptionKeys, ...signatureKeys]) }
}

interface RotatingKey {
  readonly key: LoadedKey<'public'>
  readonly notBefore: number
  readonly notAfter: number
}

const listModuli = (keys: readonly RotatingKey[]): readonly string[] => keys.map(({ key }) => readModulus(key))

const listValidKeys = (keys: readonly RotatingKey[], now: number): readonly LoadedKey<'public'>[] =>
  keys.filter(({ notBefore, notAfter }) => notBefore <= now && now < notAfter).map(({ key }) => key)

/** Loads one to three keys, sorted newest first. */
function loadRotation(input: PeerKeyInput, use: KeyUse, options: LoadOptions): readonly RotatingKey[] {
  const { name = 'key' } = options
  const keys = loadList(input, name, (each, entryName) =>
    loadEntry(toEntry(each), use, { ...options, name: entryName }),
  )
  checkDistinctKeys(
    name,
    keys.map(({ key }) => key.kid),
    listModuli(keys),
  )
  return keys.toSorted((one, other) => compare(other.notBefore, one.notBefore))
}

const toEntry = (input: KeyInput | PeerKeyEntry): PeerKeyEntry => (isEntry(input) ? input : { key: input })

// Of all key formats, only a loaded key has a field of this name.
const isEntry = (input: KeyInput | PeerKeyEntry): input is PeerKeyEntry =>
  isObject(input) && !isLoaded(input) && 'key' in input

function loadEntry(entry: PeerKeyEntry, use: KeyUse, options: LoadOptions): RotatingKey {
  const { notBefore = Number.NEGATIVE_INFINITY, notAfter = Number.POSITIVE_INFINITY } = entry
  checkTime(entry.notBefore, `${options.name}.notBefore`)
  checkTime(entry.notAfter, `${options.name}.notAfter`)
  if (notBefore >= notAfter) throw new TypeError(`${options.name}: notBefore must be before notAfter.`)
  return { key: loadPublicKey(entry.key, use, { ...options, kid: entry.kid }), notBefore, notAfter }
}

function checkTime(time: number | undefined, name: string): void {
  if (time === undefined || Number.isSafeInteger(time)) return
  throw new TypeError(`${name} must be an integer, in Unix milliseconds.`)
}

// Subtracting two infinities would give NaN.
const compare = (one: number, other: number): number => Number(one > other) - Number(one < other)

/**
 * Lists the valid keys that may have signed, at most three. A `kid` from a header selects the keys with this id: there are
 * several if the peer gives them the same id.
 */
export function listLiveKeys(peer: PeerKeys, now: number, kid?: string): readonly PublicKey[] {
  const live = peer.listVerificationKeys(kid, now)
  return (kid === undefined ? live : live.filter((key) => key.kid === kid)).slice(0, maxKeys)
}

export interface SignedMessage {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/**
 * Rejects a signature that was made with another key. Tries every key, even after a match, so that the time does not show
 * which key signed.
 */
export function checkSignature(
  signedMessage: SignedMessage,
  keys: readonly PublicKey[],
  alg: keyof typeof signaturePaddings,
): void {
  if (keys.length === 0) throw new Rejection('key')
  const outcomes = keys.map((key) => isSignedBy(key, signedMessage, signaturePaddings[alg]))
  if (!outcomes.includes(true)) throw new Rejection('signature')
}

function isSignedBy(
  { key, modulusBytes }: PublicKey,
  { message, signature }: SignedMessage,
  padding: Padding,
): boolean {
  try {
    return signature.length === modulusBytes && verify('sha256', message, { key, ...padding }, signature)
  } catch {
    // OpenSSL throws if the key does not allow the padding.
    return false
  }
}
