import type { PublicKey } from './interfaces.ts'
import type { KeyInput } from './load.ts'
import { modulusOf } from './numbers.ts'
import { publicKey, type PublicKeyOptions } from './public-key.ts'

/** One key of several, and when it may be used. */
export interface PeerKeyEntry {
  readonly key: KeyInput
  readonly kid?: string | undefined
  /** First moment (Unix milliseconds); always unless given. */
  readonly notBefore?: number | undefined
  /** First moment at which it is too late (Unix milliseconds); never unless given. */
  readonly notAfter?: number | undefined
}

/** One key, or several while keys rotate. */
export type PeerKeyInput = KeyInput | PeerKeyEntry | readonly (KeyInput | PeerKeyEntry)[]

/** A key with its period, and the modulus that tells it from others. */
export interface RotatingKey {
  readonly publicKey: PublicKey
  readonly modulus: string
  readonly notBefore: number
  readonly notAfter: number
}

const mostKeys = 3

/** Reads up to three keys, newest first. No two have the same name, and none stands there twice. */
export function readRotation(input: PeerKeyInput, options: PublicKeyOptions): readonly RotatingKey[] {
  const { name } = options
  const inputs = isList(input) ? input : [input]
  if (inputs.length === 0 || inputs.length > mostKeys) {
    throw new TypeError(`${name} must hold one to three keys.`)
  }
  const placeOf = (index: number): string => (isList(input) ? `${name}[${index}]` : name)
  const keys = inputs.map((each, index) => readEntry(entryOf(each), { ...options, name: placeOf(index) }))
  checkDistinct(
    keys.map(({ publicKey: { kid } }) => kid),
    `${name} has two keys with one kid.`,
  )
  checkDistinct(
    keys.map(({ modulus }) => modulus),
    `${name} holds one key twice.`,
  )
  return keys.toSorted((one, other) => compare(other.notBefore, one.notBefore))
}

/** Keys that may be used at a moment, newest first. */
export const liveKeys = (keys: readonly RotatingKey[], now: number): readonly PublicKey[] =>
  keys
    .filter(({ notBefore, notAfter }) => notBefore <= now && now < notAfter)
    .map(({ publicKey }) => publicKey)

const isList = (input: PeerKeyInput): input is readonly (KeyInput | PeerKeyEntry)[] => Array.isArray(input)

const entryOf = (input: KeyInput | PeerKeyEntry): PeerKeyEntry => (isEntry(input) ? input : { key: input })

// No form of a key has a member of this name.
const isEntry = (input: KeyInput | PeerKeyEntry): input is PeerKeyEntry =>
  typeof input === 'object' && input !== null && 'key' in input

function readEntry(entry: PeerKeyEntry, options: PublicKeyOptions): RotatingKey {
  const { notBefore = Number.NEGATIVE_INFINITY, notAfter = Number.POSITIVE_INFINITY } = entry
  checkMoment(entry.notBefore, `${options.name}.notBefore`)
  checkMoment(entry.notAfter, `${options.name}.notAfter`)
  if (notBefore >= notAfter) throw new TypeError(`${options.name}: notBefore must lie before notAfter.`)
  const key = publicKey(entry.key, { ...options, kid: entry.kid })
  return { publicKey: key, modulus: modulusOf(key.key), notBefore, notAfter }
}

function checkMoment(moment: number | undefined, name: string): void {
  if (moment === undefined || Number.isSafeInteger(moment)) return
  throw new TypeError(`${name} must be a whole number of milliseconds.`)
}

function checkDistinct(values: readonly string[], complaint: string): void {
  if (new Set(values).size !== values.length) throw new TypeError(complaint)
}

// A difference would not do: that of two infinities is no number.
const compare = (one: number, other: number): number => Number(one > other) - Number(one < other)
