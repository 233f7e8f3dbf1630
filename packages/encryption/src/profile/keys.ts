// Loads and compares the keys of a profile, and builds the key operations of its suite.
import { isObject } from '@custody-wallet/types/validate'

import { type Gate, createGatedSigner, createGatedUnwrapper } from '../keys/gate.ts'
import type { PeerKeys, Signer, Unwrapper } from '../keys/interfaces.ts'
import { checkDistinctKeys, loadList } from '../keys/lists.ts'
import { isLoaded, type KeyInput, type LoadedKey, loadPrivateKey, type LoadOptions, readModulus } from '../keys/load.ts'
import { createLocalSigner, createLocalUnwrapper, type Mode } from '../keys/local.ts'
import { loadPeerKeys, type PeerKeyInput, type PeerKeysInput } from '../keys/peer.ts'
import type { KeyUse } from '../keys/requirements.ts'
import { getValue } from './check.ts'

/** A pair from `generateKeys`. */
interface GeneratedPair {
  readonly publicPem: string
  readonly privatePem: { reveal(): string }
}

/** A key, with the id that both parties agreed on. Default: its thumbprint. */
interface NamedKey {
  readonly key: KeyInput
  readonly kid: string
}

/** A key to load, a generated pair, or a key in a KMS or HSM. */
export type OwnKey<External extends Unwrapper | Signer> = KeyInput | NamedKey | GeneratedPair | External

/** Keys of both parties. */
export interface ProfileKeys {
  readonly own: {
    /** The key that decrypts, or up to three during a rotation. */
    readonly encryption: OwnKey<Unwrapper> | readonly OwnKey<Unwrapper>[]
    readonly signature: OwnKey<Signer>
  }
  readonly peer: Readonly<Record<KeyUse, PeerKeyInput | GeneratedPair>>
}

/** Keys of both parties. The classic dialect may have another own key that seals queries. */
interface ProfileKeysInput extends Pick<ProfileKeys, 'peer'> {
  readonly own: ProfileKeys['own'] & { readonly blocks?: OwnKey<Signer> }
}

type LoadedOwnKey<External, Use extends KeyUse> = External | LoadedKey<'private', Use>

/** Keys of a profile, each loaded once. */
export interface LoadedProfileKeys {
  /** One to three keys. */
  readonly encryption: readonly LoadedOwnKey<Unwrapper, 'encryption'>[]
  readonly signature: LoadedOwnKey<Signer, 'signature'>
  /** Seals queries in the classic dialect. Default: the signature key. */
  readonly blocks: LoadedOwnKey<Signer, 'signature'>
  readonly peer: PeerKeys
  /** Moduli of the own keys in this process. */
  readonly ownModuli: readonly string[]
}

export type ProfileKeyOptions = Pick<PeerKeysInput, 'allowSameKey' | 'minBits'>

/**
 * Loads the keys of a profile and compares them. Rejects one pair for both uses, and one pair for both parties, because a
 * signature of one party would count as the other's. The signature key may also seal queries. Keys in a KMS or HSM cannot
 * be compared.
 */
export function loadProfileKeys(keys: ProfileKeysInput, options: ProfileKeyOptions = {}): LoadedProfileKeys {
  checkPresent(keys)
  const { own, peer } = keys
  const { allowSameKey = false, minBits } = options
  const encryption = loadUnwrappers(own.encryption, minBits)
  const signature = loadSigner(own.signature, 'keys.own.signature')
  const blocks = own.blocks === undefined ? signature : loadSigner(own.blocks, 'keys.own.blocks')
  const encryptionModuli = listModuli(...encryption)
  const signatureModuli = listModuli(signature, blocks)
  if (!allowSameKey && encryptionModuli.some((modulus) => signatureModuli.includes(modulus)))
    throw new TypeError(
      'keys.own has one key for encryption and signatures. Give two pairs, or, with classic, set allowSameKey.',
    )
  const loadedPeer = loadPeerKeys({
    ...options,
    encryption: toPeerKeyInput(peer.encryption),
    signature: toPeerKeyInput(peer.signature),
  })
  const ownModuli = [...encryptionModuli, ...signatureModuli]
  if (ownModuli.some((modulus) => loadedPeer.moduli.has(modulus)))
    throw new TypeError('keys.own and keys.peer share a key. Give each party its own pairs.')
  return { encryption, signature, blocks, peer: loadedPeer.keys, ownModuli }
}

// Checks the paths first, so that the error names the missing field.
function checkPresent(keys: unknown): void {
  for (const path of ['own', 'own.encryption', 'own.signature', 'peer', 'peer.encryption', 'peer.signature']) {
    const value = getValue(keys, path)
    if (value === undefined || value === null) throw new TypeError(`keys.${path} is missing.`)
  }
}

function loadUnwrappers(
  input: ProfileKeys['own']['encryption'],
  minBits: LoadOptions['minBits'],
): LoadedProfileKeys['encryption'] {
  const path = 'keys.own.encryption'
  const keys = loadList(input, path, (key, name) =>
    isExternal(key, 'unwrap') ? key : loadOwnKey(key, 'encryption', { name, minBits }),
  )
  checkDistinctKeys(
    path,
    keys.map(({ kid }) => kid),
    listModuli(...keys),
  )
  return keys
}

const loadSigner = (key: OwnKey<Signer>, name: string): LoadedOwnKey<Signer, 'signature'> =>
  isExternal(key, 'sign') ? key : loadOwnKey(key, 'signature', { name })

function loadOwnKey<Use extends KeyUse>(
  key: KeyInput | NamedKey | GeneratedPair,
  use: Use,
  options: LoadOptions,
): LoadedKey<'private', Use> {
  if (isLoaded(key)) return loadPrivateKey(key, use, options)
  if (isGeneratedPair(key)) return loadPrivateKey(key.privatePem.reveal(), use, options)
  return isNamedKey(key)
    ? loadPrivateKey(key.key, use, { ...options, kid: key.kid })
    : loadPrivateKey(key, use, options)
}

const toPeerKeyInput = (key: PeerKeyInput | GeneratedPair): PeerKeyInput => (isGeneratedPair(key) ? key.publicPem : key)

const listModuli = (...keys: readonly (Unwrapper | Signer | LoadedKey)[]): readonly string[] =>
  keys.flatMap((key) => (isLoaded(key) ? [readModulus(key)] : []))

const isGeneratedPair = (key: unknown): key is GeneratedPair => isObject(key) && 'privatePem' in key
const isNamedKey = (key: unknown): key is NamedKey => isObject(key) && 'key' in key && 'kid' in key

function isExternal<External extends Unwrapper | Signer>(
  key: OwnKey<External>,
  method: 'unwrap' | 'sign',
): key is External {
  return isObject(key) && method in key && typeof Reflect.get(key, method) === 'function'
}

export interface GateMode {
  readonly mode: Mode
  readonly gate: Gate
}

export function createOwnUnwrapper(
  key: LoadedProfileKeys['encryption'][number],
  alg: Unwrapper['alg'],
  gateMode: GateMode,
): Unwrapper {
  if (!isLoaded(key)) {
    checkAlg('keys.own.encryption', key.alg, alg)
    return createGatedUnwrapper(key, gateMode.gate)
  }
  const unwrapper = createLocalUnwrapper(key, { alg, mode: gateMode.mode })
  return isGateNeeded(gateMode) ? createGatedUnwrapper(unwrapper, gateMode.gate) : unwrapper
}

export function createOwnSigner(
  key: LoadedProfileKeys['signature'],
  alg: Signer['alg'],
  gateMode: GateMode,
  name: string = 'keys.own.signature',
): Signer {
  if (!isLoaded(key)) {
    checkAlg(name, key.alg, alg)
    return createGatedSigner(key, gateMode.gate)
  }
  const signer = createLocalSigner(key, { alg, mode: gateMode.mode })
  return isGateNeeded(gateMode) ? createGatedSigner(signer, gateMode.gate) : signer
}

function checkAlg(name: string, alg: string, expectedAlg: string): void {
  if (alg !== expectedAlg) throw new TypeError(`${name} needs the algorithm ${expectedAlg}; its alg is ${alg}.`)
}

// An inline operation ends before another can start, so a gate would have nothing to limit, and would cost a twentieth of
// the operation.
const isGateNeeded = ({ mode }: GateMode): boolean => mode === 'pool'
