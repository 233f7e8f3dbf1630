import type { PeerKeys } from './interfaces.ts'
import { checkDistinctKeys, loadList } from './lists.ts'
import {
  isLoaded,
  type KeyInput,
  type LoadedKey,
  loadPublicKey,
  type LoadOptions,
  readModulus,
} from './load.ts'
import type { KeyUse } from './requirements.ts'

/** One key of several, and when it may be used. */
export interface PeerKeyEntry {
  readonly key: KeyInput
  readonly kid?: string | undefined
  /** First moment (Unix milliseconds) at which the key counts; no lower bound unless given. */
  readonly notBefore?: number | undefined
  /** First moment (Unix milliseconds) at which the key no longer counts; no upper bound unless given. */
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
   * Allows one key for both uses, as in the classic dialect. A weakness of one use then affects the other, and neither
   * can be replaced alone.
   */
  readonly allowSameKey?: boolean | undefined
  /** Bits that each key needs; 2048 unless given. */
  readonly minBits?: number | undefined
  /** Name of the field that holds the keys, for messages; `keys.peer` unless given. */
  readonly name?: string | undefined
}

/**
 * Loads the public keys of the other party. Each use has one key, or up to three with the periods in which they count.
 * Messages are sealed for the newest live key, and may be signed with any live key. A key id selects the live keys with
 * that id.
 */
export function createPeerKeys(input: PeerKeysInput): PeerKeys {
  return loadPeerKeys(input).keys
}

/** Public keys of the other party, with the modulus of each, live or not. */
export interface LoadedPeerKeys {
  readonly keys: PeerKeys
  readonly moduli: ReadonlySet<string>
}

/** Loads the public keys of the other party for a caller that compares them with its own keys. */
export function loadPeerKeys(input: PeerKeysInput): LoadedPeerKeys {
  const { allowSameKey = false, minBits, name = 'keys.peer' } = input
  const encryption = loadRotation(input.encryption, 'encryption', { name: `${name}.encryption`, minBits })
  const signature = loadRotation(input.signature, 'signature', { name: `${name}.signature`, minBits })
  const encryptionKeys = listModuli(encryption)
  const signatureKeys = listModuli(signature)
  if (!allowSameKey && signatureKeys.some((modulus) => encryptionKeys.includes(modulus))) {
    throw new TypeError(
      `${name} has one key for encryption and signatures: give two keys, or set allowSameKey.`,
    )
  }
  const keys: PeerKeys = {
    encryptionKey: (now) => {
      const [newest] = listLiveKeys(encryption, now)
      if (!newest) throw new TypeError(`${name}.encryption has no live key: check notBefore and notAfter.`)
      return newest
    },
    verificationKeys: (kid, now) =>
      listLiveKeys(signature, now).filter((key) => kid === undefined || key.kid === kid),
  }
  return { keys, moduli: new Set([...encryptionKeys, ...signatureKeys]) }
}

/** A key, and the period in which it counts. */
interface RotatingKey {
  readonly key: LoadedKey<'public'>
  readonly notBefore: number
  readonly notAfter: number
}

const listModuli = (keys: readonly RotatingKey[]): readonly string[] =>
  keys.map(({ key }) => readModulus(key))

const listLiveKeys = (keys: readonly RotatingKey[], now: number): readonly LoadedKey<'public'>[] =>
  keys.filter(({ notBefore, notAfter }) => notBefore <= now && now < notAfter).map(({ key }) => key)

/** Loads one to three keys, sorted newest first. */
function loadRotation(input: PeerKeyInput, use: KeyUse, options: LoadOptions): readonly RotatingKey[] {
  const { name = 'key' } = options
  const keys = loadList(input, name, (each, named) =>
    loadEntry(toEntry(each), use, { ...options, name: named }),
  )
  checkDistinctKeys(
    name,
    keys.map(({ key }) => key.kid),
    listModuli(keys),
  )
  return keys.toSorted((one, other) => compare(other.notBefore, one.notBefore))
}

const toEntry = (input: KeyInput | PeerKeyEntry): PeerKeyEntry => (isEntry(input) ? input : { key: input })

// A loaded key has a field of this name too; no other format has one.
const isEntry = (input: KeyInput | PeerKeyEntry): input is PeerKeyEntry =>
  typeof input === 'object' && input !== null && !isLoaded(input) && 'key' in input

function loadEntry(entry: PeerKeyEntry, use: KeyUse, options: LoadOptions): RotatingKey {
  const { notBefore = Number.NEGATIVE_INFINITY, notAfter = Number.POSITIVE_INFINITY } = entry
  checkTime(entry.notBefore, `${options.name}.notBefore`)
  checkTime(entry.notAfter, `${options.name}.notAfter`)
  if (notBefore >= notAfter) throw new TypeError(`${options.name}: notBefore must be before notAfter.`)
  return { key: loadPublicKey(entry.key, use, { ...options, kid: entry.kid }), notBefore, notAfter }
}

function checkTime(time: number | undefined, name: string): void {
  if (time === undefined || Number.isSafeInteger(time)) return
  throw new TypeError(`${name} must be an integer of milliseconds.`)
}

// Subtraction fails here: the difference of two infinities is not a number.
const compare = (one: number, other: number): number => Number(one > other) - Number(one < other)
