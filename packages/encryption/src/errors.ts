// Two kinds of mistakes. A programmer's mistake is a `TypeError` and says what to change. What the wire brings is a
// coded error that says as little as an attacker may know.

/** Codes of the errors that a running program meets. */
export type EncryptionErrorCode =
  | 'ABORTED'
  | 'ANSWER_INVALID'
  | 'ANSWER_MISMATCHED'
  | 'ANSWER_UNAUTHENTICATED'
  | 'BUSY'
  | 'ENVELOPE_REJECTED'
  | 'KEY_FAILED'
  | 'PARAMETERS_INVALID'
  | 'TIMEOUT'

const sentences: { readonly [Code in EncryptionErrorCode]: string } = {
  ABORTED: 'The caller aborted the operation.',
  ANSWER_INVALID: 'The answer breaks the contract: facts.issues says where.',
  ANSWER_MISMATCHED:
    'The answer belongs to another call: facts.issues says where. Look for a cache or proxy that mixes answers.',
  ANSWER_UNAUTHENTICATED:
    'The call failed, but the answer is unsigned. Check app_id, your signing key, and that the service knows your public key.',
  BUSY: 'Too many private-key operations are waiting. Try again later.',
  ENVELOPE_REJECTED: 'The message was rejected. Pass onRejected to learn the reason.',
  KEY_FAILED: 'A private key failed: the cause is the error of its key service.',
  PARAMETERS_INVALID: 'The parameters break a rule of the call: facts.issues says where.',
  TIMEOUT: 'A key did not answer in time. Check the KMS, or raise the timeout of its gate.',
}

/** What an error carries beyond its code; never keys, content or personal data. */
export interface EncryptionErrorFacts {
  readonly operation?: string
  /** What is wrong, by place and rule; the values themselves are not repeated. */
  readonly issues?: readonly { readonly pointer: string; readonly message: string }[]
  /** Code of an answer that nobody signed. Good for a log, never for a decision. */
  readonly remoteCode?: string
}

/**
 * An error of the wire, told apart by its `code`.
 *
 * @example
 * ```ts
 * import { EncryptionError, isEncryptionError } from '@custody-wallet/encryption'
 *
 * const error: unknown = new EncryptionError('BUSY')
 * if (isEncryptionError(error, 'BUSY')) console.log('try again later')
 * ```
 */
export class EncryptionError extends Error {
  override readonly name: string = 'EncryptionError'
  readonly code: EncryptionErrorCode
  readonly facts: EncryptionErrorFacts

  constructor(code: EncryptionErrorCode, facts: EncryptionErrorFacts = {}, options?: ErrorOptions) {
    super(sentences[code], options)
    this.code = code
    this.facts = facts
  }
}

/** Tells whether a value is an error of this package, and of the given code; works across copies of the package. */
export function isEncryptionError(value: unknown, code?: EncryptionErrorCode): value is EncryptionError {
  if (!(value instanceof Error) || value.name !== 'EncryptionError' || !('code' in value)) return false
  return code === undefined ? Object.hasOwn(sentences, String(value.code)) : value.code === code
}

const givenUp = ['ABORTED', 'BUSY', 'TIMEOUT'] as const

/** Code of an operation that did not start, or was not waited for. It says nothing about a message or a key. */
export type GivenUp = (typeof givenUp)[number]

/** Tells such errors from those of a message or a key. */
export const isGivenUp = (error: unknown): boolean => givenUp.some((code) => isEncryptionError(error, code))

/** Why an envelope was rejected. Stays on this side: it goes to `onRejected`, never into an answer. */
export type RejectionReason =
  | 'blocks'
  | 'context'
  | 'encoding'
  | 'framing'
  | 'header'
  | 'json'
  | 'key'
  | 'key-service'
  | 'limit'
  | 'merchant'
  | 'signature'
  | 'unsealed'
  | 'unwrap'

/** Thrown inside; every public function turns it into one and the same `ENVELOPE_REJECTED`. */
export class Rejection extends Error {
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
