// Keys of merchants: of both sides, or without the private keys of a merchant that has its own.
import type { Profile } from '@custody-wallet/encryption'
import { loadPublicKey, peerKeys } from '@custody-wallet/encryption/internal'
import {
  isMerchantKeys,
  type MerchantKeys,
  type MerchantName,
  merchantVariables,
  partyOf,
  type PlatformKeys,
  platformProfile,
  type Side,
  type SideKeys,
} from '@custody-wallet/server/demo'

import { ExistsError, MissingError } from '../missing.ts'
import { DataError } from '../store/data-error.ts'

/** A public key of a merchant: PEM, the JSON text of a JWK, or the base64 text of DER. */
export interface MerchantPublicKey {
  readonly key: string
  /** Id of the key in messages; its thumbprint unless given. */
  readonly kid?: string | undefined
}

/** Public keys of a merchant that has its private keys itself. Under classic, one pair may be for both uses. */
export interface MerchantPublicKeys {
  /** The sandbox encrypts for this key. */
  readonly encryption: MerchantPublicKey
  /** Keys that sign: one, or up to three during a rotation. */
  readonly signature: readonly MerchantPublicKey[]
}

/** What the sandbox stores for a merchant with its own keys. */
export interface OwnedKeys extends PlatformKeys {
  readonly publicKeys: MerchantPublicKeys
}

export type SandboxKeys = MerchantKeys | OwnedKeys

/** Checks the public keys of a merchant. Keys that cannot be used are a `TypeError`, which does not repeat them. */
export function checkPublicKeys(name: MerchantName, given: MerchantPublicKeys): void {
  const { encryption, signature } = given
  peerKeys({ encryption, signature, name: 'keys', allowSameKey: true })
  if (name === 'modern' && !hasTwoPairs(given))
    throw new TypeError('keys has one key for encryption and signatures: modern needs two pairs.')
}

/** Adds the public keys of a merchant, which also have to differ from those of the platform. */
export function ownedKeys(name: MerchantName, platform: PlatformKeys, given: MerchantPublicKeys): OwnedKeys {
  checkPublicKeys(name, given)
  const { encryption, signature } = given
  const { appId, apiKey, platform: signs, otherPlatform } = platform
  const keys = { appId, apiKey, platform: signs, otherPlatform, publicKeys: { encryption, signature } }
  profileOf(name, keys, 'platform')
  return keys
}

/** The steps that replace the keys of the platform, in their order. */
const platformSteps = ['add', 'switch', 'drop'] as const
export type PlatformStep = (typeof platformSteps)[number]

/** The keys after a step that replaces those of the platform. The first pair signs, and both decrypt. */
export function rotatedKeys(keys: SandboxKeys, step: PlatformStep, made: SideKeys | undefined): SandboxKeys {
  const { appId, platform, otherPlatform } = keys
  if (!platformSteps.includes(step))
    throw new TypeError(`platformKeys must be ${platformSteps.join(' or ')}, not ${step}.`)
  if (step === 'add' && made !== undefined) {
    if (otherPlatform !== undefined)
      throw new ExistsError(`The platform has two pairs of keys for ${appId} already: drop one first.`)
    return { ...keys, otherPlatform: { ...made, version: (platform.version ?? 1) + 1 } }
  }
  if (otherPlatform === undefined)
    throw new MissingError(`The platform has no second pair of keys for ${appId}: add one first.`)
  return step === 'switch'
    ? { ...keys, platform: otherPlatform, otherPlatform: platform }
    : { ...keys, otherPlatform: undefined }
}

const hasTwoPairs = ({ encryption, signature }: MerchantPublicKeys): boolean => {
  const { kid } = loadPublicKey(encryption.key)
  return signature.every(({ key }) => loadPublicKey(key).kid !== kid)
}

/** Environment variables of a merchant. Under classic, two own pairs need the variables of two pairs of both sides. */
export function variablesOf(
  name: MerchantName,
  keys: SandboxKeys,
  url: string,
): Readonly<Record<string, string>> {
  const variables = merchantVariables(name, keys, url)
  const { CUSTODY_PEER_KEY: peer, ...others } = variables
  if (peer === undefined || !('publicKeys' in keys) || !hasTwoPairs(keys.publicKeys)) return variables
  return {
    ...others,
    CUSTODY_PEER_ENCRYPTION_KEY: peer,
    CUSTODY_PEER_SIGNATURE_KEY: peer,
    CUSTODY_ALLOW_SAME_KEY: 'true',
  }
}

/** The profile of one side of a merchant. */
export function profileOf(name: MerchantName, keys: SandboxKeys, side: Side): Profile {
  if (!('publicKeys' in keys)) return partyOf(name, keys, side).profile
  if (side === 'platform') return platformProfile(name, keys, keys.publicKeys)
  throw new MissingError(
    `The sandbox does not have the private keys of ${keys.appId}, which has its own: use them in the client of the merchant.`,
  )
}

/** The keys of a merchant, as a row has them. */
export function storedKeys(appId: string, text: string): SandboxKeys {
  const stored: unknown = JSON.parse(text)
  if (isMerchantKeys(stored) || isOwnedKeys(stored)) return stored
  throw new DataError(`The store has no valid keys of the merchant ${appId}: create it again.`)
}

const isOwnedKeys = (value: unknown): value is OwnedKeys =>
  isRecord(value) &&
  isMerchantKeys({ ...value, merchant: value['platform'] }) &&
  isRecord(value['publicKeys']) &&
  isPublicKey(value['publicKeys']['encryption']) &&
  Array.isArray(value['publicKeys']['signature']) &&
  value['publicKeys']['signature'].every(isPublicKey)

const isPublicKey = (value: unknown): boolean => isRecord(value) && typeof value['key'] === 'string'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
