import type { KeyObject } from 'node:crypto'

/** How a private operation can be aborted, and whose message it is for. */
export interface KeyOptions {
  readonly signal?: AbortSignal
  /** The `app_id` of the message. Merchants are served in turn. */
  readonly merchant?: string
}

/** A private key that opens what was sealed for it: local, or behind a KMS or HSM. */
export interface Unwrapper {
  readonly kid: string
  readonly alg: 'RSA-OAEP-256' | 'RSA-OAEP' | 'RSA1_5'
  readonly modulusBytes: number
  /** Whether the key is in this process. For unknown merchants, a gateway only uses such keys. */
  readonly isInProcess?: boolean
  unwrap(block: Uint8Array, options: KeyOptions): Promise<Uint8Array>
}

/** What to sign, in both forms that key services accept. `sha256` is computed when it is read. */
export interface SignerInput {
  readonly message: Uint8Array
  readonly sha256: Uint8Array
}

/**
 * A private key that signs: local, or behind a KMS or HSM. `RSA-TYPE1` signs the message itself, without a digest, in a
 * PKCS#1 v1.5 block of type 1: at most k - 11 bytes. The classic dialect seals queries that way.
 */
export interface Signer {
  readonly kid: string
  readonly alg: 'PS256' | 'RS256' | 'RSA-TYPE1'
  readonly modulusBytes: number
  sign(input: SignerInput, options: KeyOptions): Promise<Uint8Array>
}

/** A checked public RSA key of the other party. */
export interface PublicKey {
  readonly kid: string
  readonly key: KeyObject
  readonly modulusBytes: number
}

/** Public keys of the other party. Up to three may be live during a rotation. */
export interface PeerKeys {
  /** The key to seal for at this moment (Unix milliseconds). */
  encryptionKey(now: number): PublicKey
  /** Live keys that may have signed: all of them, or those with the given id. An unknown id has none. */
  verificationKeys(kid: string | undefined, now: number): readonly PublicKey[]
}
