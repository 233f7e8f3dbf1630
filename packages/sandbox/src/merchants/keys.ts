import {
  isMerchantKeys,
  type MerchantKeys,
  type MerchantName,
  buildMerchantVariables,
  createDemoParty,
  type PlatformKeys,
  createPlatformProfile,
  type Side,
  type SideKeys,
} from '@custody-wallet/demo'
// Keys of merchants: of both sides, or only the public keys of a merchant that keeps its private keys.
import type { Profile } from '@custody-wallet/encryption'
import { loadPublicKey, createPeerKeys } from '@custody-wallet/encryption/internal'
import { isObject } from '@custody-wallet/types/validate'

import { ExistsError, MissingError } from '../errors.ts'
import { DataError } from '../store/data-error.ts'

/** A public key as PEM, JWK JSON, or base64 DER. */
export interface MerchantPublicKey {
  readonly key: string
  /** Id of the key in messages. Default: its thumbprint. */
  readonly kid?: string | undefined
}

/** Public keys of a merchant that keeps its private keys. Under classic, one pair may serve both uses. */
export interface MerchantPublicKeys {
  /** The sandbox encrypts for this key. */
  readonly encryption: MerchantPublicKey
  /** Keys that sign: one, or up to three during a rotation. */
  readonly signature: readonly MerchantPublicKey[]
}

/** Stored keys of a merchant with its own keys. */
export interface OwnedKeys extends PlatformKeys {
  readonly publicKeys: MerchantPublicKeys
}

export type SandboxKeys = MerchantKeys | OwnedKeys

/** Checks the public keys of a merchant. Throws a `TypeError`, which does not contain the keys. */
export function checkPublicKeys(name: MerchantName, publicKeys: MerchantPublicKeys): void {
  const { encryption, signature } = publicKeys
  createPeerKeys({ encryption, signature, name: 'keys', allowSameKey: true })
  if (name === 'modern' && !hasTwoPairs(publicKeys))
    throw new TypeError('encryption and signature are the same key: modern requires two key pairs.')
}

/** Adds the public keys of a merchant. They must differ from the keys of the platform. */
export function createOwnedKeys(name: MerchantName, platform: PlatformKeys, publicKeys: MerchantPublicKeys): OwnedKeys {
  checkPublicKeys(name, publicKeys)
  const { encryption, signature } = publicKeys
  const { appId, apiKey, platform: platformKeys, otherPlatform } = platform
  const keys = { appId, apiKey, platform: platformKeys, otherPlatform, publicKeys: { encryption, signature } }
  createProfile(name, keys, 'platform')
  return keys
}

/** Steps of a rotation of the platform keys, in order. */
const platformSteps = ['add', 'switch', 'drop'] as const
export type PlatformStep = (typeof platformSteps)[number]

/** Returns the keys after a step of a rotation. The first pair signs; both decrypt. */
export function rotateKeys(keys: SandboxKeys, step: PlatformStep, newKeys: SideKeys | undefined): SandboxKeys {
  const { appId, platform, otherPlatform } = keys
  if (!platformSteps.includes(step))
    throw new TypeError(`platformKeys must be ${platformSteps.join(' or ')}, not ${step}.`)
  if (step === 'add' && newKeys !== undefined) {
    if (otherPlatform !== undefined)
      throw new ExistsError(`The platform has two key pairs for ${appId} already: drop one first.`)
    return { ...keys, otherPlatform: { ...newKeys, version: (platform.version ?? 1) + 1 } }
  }
  if (otherPlatform === undefined)
    throw new MissingError(`The platform has only one key pair for ${appId}: add another one first.`)
  return step === 'switch'
    ? { ...keys, platform: otherPlatform, otherPlatform: platform }
    : { ...keys, otherPlatform: undefined }
}

const hasTwoPairs = ({ encryption, signature }: MerchantPublicKeys): boolean => {
  const { kid } = loadPublicKey(encryption.key)
  return signature.every(({ key }) => loadPublicKey(key).kid !== kid)
}

/** Lists the environment variables of a merchant. Under classic, if it has two key pairs, both sides list two. */
export function listVariables(name: MerchantName, keys: SandboxKeys, url: string): Readonly<Record<string, string>> {
  const variables = buildMerchantVariables(name, keys, url)
  const { CUSTODY_PEER_KEY: peer, ...otherVariables } = variables
  if (peer === undefined || !('publicKeys' in keys) || !hasTwoPairs(keys.publicKeys)) return variables
  return {
    ...otherVariables,
    CUSTODY_PEER_ENCRYPTION_KEY: peer,
    CUSTODY_PEER_SIGNATURE_KEY: peer,
    CUSTODY_ALLOW_SAME_KEY: 'true',
  }
}

export function createProfile(name: MerchantName, keys: SandboxKeys, side: Side): Profile {
  if (!('publicKeys' in keys)) return createDemoParty(name, keys, side).profile
  if (side === 'platform') return createPlatformProfile(name, keys, keys.publicKeys)
  throw new MissingError(
    `The sandbox does not have the private keys of ${keys.appId}: use them in the client of the merchant.`,
  )
}

/** Parses stored keys. */
export function parseStoredKeys(appId: string, text: string): SandboxKeys {
  const parsedKeys: unknown = JSON.parse(text)
  if (isMerchantKeys(parsedKeys) || isOwnedKeys(parsedKeys)) return parsedKeys
  throw new DataError(`The store has no valid keys of the merchant ${appId}: create it again.`)
}

const isOwnedKeys = (value: unknown): value is OwnedKeys =>
  isObject(value) &&
  isMerchantKeys({ ...value, merchant: value['platform'] }) &&
  isObject(value['publicKeys']) &&
  isPublicKey(value['publicKeys']['encryption']) &&
  Array.isArray(value['publicKeys']['signature']) &&
  value['publicKeys']['signature'].every(isPublicKey)

const isPublicKey = (value: unknown): boolean => isObject(value) && typeof value['key'] === 'string'
