import type { KeyObject } from 'node:crypto'

/** Options of a private-key operation. */
export interface KeyOptions {
  readonly signal?: AbortSignal
  /** The `app_id` of the message. Merchants take turns. */
  readonly merchant?: string
}

/** A private key that decrypts: in this process, or in a KMS or HSM. */
export interface Unwrapper {
  readonly kid: string
  readonly alg: 'RSA-OAEP-256' | 'RSA-OAEP' | 'RSA1_5'
  readonly modulusBytes: number
  /** Whether the key is in this process. A gateway uses only such keys for messages of unknown merchants. */
  readonly isInProcess?: boolean
  unwrap(block: Uint8Array, options: KeyOptions): Promise<Uint8Array>
}

/** The message to sign, and its digest: key services accept one or the other. `sha256` is computed when it is read. */
export interface SignerInput {
  readonly message: Uint8Array
  readonly sha256: Uint8Array
}

/**
 * A private key that signs: in this process, or in a KMS or HSM. `RSA-TYPE1` signs the message itself, without a digest,
 * in a PKCS#1 v1.5 block of type 1, which is how the classic dialect seals queries. The message may have 11 bytes less
 * than the modulus.
 */
export interface Signer {
  readonly kid: string
  readonly alg: 'PS256' | 'RS256' | 'RSA-TYPE1'
  readonly modulusBytes: number
  sign(input: SignerInput, options: KeyOptions): Promise<Uint8Array>
}

export interface PublicKey {
  readonly kid: string
  readonly key: KeyObject
  readonly modulusBytes: number
}

/** Public keys of the other party. Up to three may be valid during a rotation. */
export interface PeerKeys {
  /** Returns the key to seal for at this time (Unix milliseconds). */
  getEncryptionKey(now: number): PublicKey
  /** Lists the valid signature keys: all of them, or those with the given id. */
  listVerificationKeys(kid: string | undefined, now: number): readonly PublicKey[]
}
