// Keys of a profile: what the caller gives, turned into the operations that a suite needs.
import type { KeyObject } from 'node:crypto'

import type { Signer, Unwrapper } from '../keys/interfaces.ts'
import { type KeyInput, loadPrivateKey } from '../keys/load.ts'
import { localSigner, localUnwrapper, type Mode } from '../keys/local.ts'
import { modulusOf } from '../keys/numbers.ts'
import type { PeerKeyInput } from '../keys/peer.ts'
import { boundedSigner, boundedUnwrapper, type Gate } from '../keys/pool.ts'
import { readRotation } from '../keys/rotation.ts'
import { valueAt } from './check.ts'

/** A pair as `generateKeys` makes it. */
interface GeneratedPair {
  readonly publicPem: string
  readonly privatePem: { reveal(): string }
}

/** A key to load, with the id under which the other party knows it; its thumbprint unless given. */
interface NamedKey {
  readonly key: KeyInput
  readonly kid: string
}

/** A key to load, a generated pair, or a key behind a KMS or HSM. */
export type OwnKey<External extends Unwrapper | Signer> = KeyInput | NamedKey | GeneratedPair | External

/** Keys of both parties. */
export interface ProfileKeys {
  readonly own: { readonly encryption: OwnKey<Unwrapper>; readonly signature: OwnKey<Signer> }
  readonly peer: Readonly<Record<'encryption' | 'signature', PeerKeyInput | GeneratedPair>>
}

/** Where private operations run, and what bounds them. */
export interface Running {
  readonly mode: Mode
  readonly gate: Gate
}

export interface OwnKeyOptions {
  readonly minBits?: number | undefined
  /** Asked about a loaded key before it is used. */
  readonly probe?: (key: KeyObject, alg: Unwrapper['alg']) => void
}

/** An unwrapper of a key to load, or the one that was given. */
export function ownUnwrapper(
  key: OwnKey<Unwrapper>,
  alg: Unwrapper['alg'],
  { mode, gate }: Running,
  { minBits, probe }: OwnKeyOptions = {},
): Unwrapper {
  if (isExternal(key, 'unwrap')) {
    if (key.alg !== alg) throw new TypeError(`keys.own.encryption needs the algorithm ${alg}.`)
    return boundedUnwrapper(key, gate)
  }
  const { input, kid } = inputOf(key)
  const loaded = loadPrivateKey(input, 'encryption', { name: 'keys.own.encryption', minBits })
  probe?.(loaded, alg)
  const unwrapper = localUnwrapper(loaded, { alg, mode, ...(kid !== undefined && { kid }) })
  return waits(mode) ? boundedUnwrapper(unwrapper, gate) : unwrapper
}

// What runs in the caller's turn is over before anything else can start: there is nothing to bound, to time or to give
// up, and a gate would cost a twentieth of the operation.
const waits = (mode: Mode): boolean => mode === 'pool'

/** A signer of a key to load, or the one that was given. */
export function ownSigner(
  key: OwnKey<Signer>,
  alg: Signer['alg'],
  { mode, gate }: Running,
  name: string = 'keys.own.signature',
): Signer {
  if (isExternal(key, 'sign')) {
    if (key.alg !== alg) throw new TypeError(`${name} needs the algorithm ${alg}.`)
    return boundedSigner(key, gate)
  }
  const { input, kid } = inputOf(key)
  const loaded = loadPrivateKey(input, 'signature', { name })
  const signer = localSigner(loaded, { alg, mode, ...(kid !== undefined && { kid }) })
  return waits(mode) ? boundedSigner(signer, gate) : signer
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Names the member that is missing, before anything is taken apart. `rotating` members may be lists. */
export function checkKeys(keys: unknown): void {
  for (const path of [
    'own',
    'own.encryption',
    'own.signature',
    'peer',
    'peer.encryption',
    'peer.signature',
  ]) {
    const found = valueAt(keys, path)
    if (found === undefined || found === null) throw new TypeError(`keys.${path} is missing.`)
  }
}

/** Own keys with the one that seals queries, where a profile has one of its own. */
interface ComparedKeys extends Pick<ProfileKeys, 'peer'> {
  readonly own: ProfileKeys['own'] & { readonly blocks?: OwnKey<Signer> }
}

/**
 * Refuses one pair for both uses, and a pair that both parties have: what one side signs would pass for the other's.
 * Queries may be sealed with the signature key, which signs both. Keys behind a KMS or HSM cannot be compared.
 */
export function checkPairs(
  { own, peer }: ComparedKeys,
  { allowSameKey = false }: { readonly allowSameKey?: boolean } = {},
): void {
  const encryption = moduliOf(own.encryption, 'encryption', 'encryption')
  const signing = [
    ...moduliOf(own.signature, 'signature', 'signature'),
    ...(own.blocks === undefined ? [] : moduliOf(own.blocks, 'signature', 'blocks')),
  ]
  if (!allowSameKey && encryption.some((modulus) => signing.includes(modulus)))
    throw new TypeError(
      'keys.own has one key for both uses: take two pairs, or, under classic, say allowSameKey.',
    )
  const ours = new Set([...encryption, ...signing])
  const theirs = (['encryption', 'signature'] as const).flatMap((use) =>
    readRotation(peerInput(peer)[use], { name: `keys.peer.${use}`, use, minBits: 1024 }),
  )
  if (theirs.some(({ modulus }) => ours.has(modulus)))
    throw new TypeError('keys.own and keys.peer share a key: each party has pairs of its own.')
}

// One modulus, or none of a key that cannot be looked at.
function moduliOf(
  key: OwnKey<Unwrapper> | OwnKey<Signer>,
  use: 'encryption' | 'signature',
  member: string,
): readonly string[] {
  if (isExternal(key, 'unwrap') || isExternal(key, 'sign')) return []
  return [modulusOf(loadPrivateKey(inputOf(key).input, use, { name: `keys.own.${member}`, minBits: 1024 }))]
}

function isExternal<External extends Unwrapper | Signer>(
  key: OwnKey<External>,
  method: 'unwrap' | 'sign',
): key is External {
  return isObject(key) && method in key && typeof Reflect.get(key, method) === 'function'
}

const isGenerated = (key: object): key is GeneratedPair => 'privatePem' in key
const isNamed = (key: object): key is NamedKey => 'key' in key && 'kid' in key

function inputOf(key: KeyInput | NamedKey | GeneratedPair): {
  readonly input: KeyInput
  readonly kid: string | undefined
} {
  if (!isObject(key)) return { input: key, kid: undefined }
  if (isGenerated(key)) return { input: key.privatePem.reveal(), kid: undefined }
  return isNamed(key) ? { input: key.key, kid: key.kid } : { input: key, kid: undefined }
}

/** Public keys of the other party; of a generated pair, its public half. */
export const peerInput = ({
  encryption,
  signature,
}: ProfileKeys['peer']): Readonly<Record<'encryption' | 'signature', PeerKeyInput>> => ({
  encryption: publicHalf(encryption),
  signature: publicHalf(signature),
})

const publicHalf = (key: PeerKeyInput | GeneratedPair): PeerKeyInput =>
  isObject(key) && isGenerated(key) ? key.publicPem : key
