import type { KeyObject } from 'node:crypto'

/** How a private operation may be given up, and whose message it is for. */
export interface KeyOptions {
  readonly signal?: AbortSignal
  /** The `app_id` of the message. Operations of different merchants take turns. */
  readonly merchant?: string
}

/** A private key that opens what was sealed for it: local, or behind a KMS or HSM. */
export interface Unwrapper {
  readonly kid: string
  readonly alg: 'RSA-OAEP-256' | 'RSA-OAEP' | 'RSA1_5'
  readonly modulusBytes: number
  /** Whether the key is in this process. A gateway asks no other one about merchants that it does not know. */
  readonly inProcess?: boolean
  unwrap(block: Uint8Array, options: KeyOptions): Promise<Uint8Array>
}

/** What is to be signed, in both forms that key services take. Reading `sha256` computes it. */
export interface SignerInput {
  readonly message: Uint8Array
  readonly sha256: Uint8Array
}

/**
 * A private key that signs: local, or behind a KMS or HSM. `RSA-TYPE1` signs a message of at most k - 11 bytes as it
 * is (PKCS#1 v1.5 block of type 1, without a digest), which is how the classic dialect seals queries.
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

/** Public keys of the other party. Several may be live while keys rotate, at most three. */
export interface PeerKeys {
  /** Key to seal for, at this moment (Unix milliseconds). */
  encryptionKey(now: number): PublicKey
  /** Live keys that may have signed: all of them, or the one of the given id. An unknown id has none. */
  verificationKeys(kid: string | undefined, now: number): readonly PublicKey[]
}
