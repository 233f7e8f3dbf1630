import type { KeyOptions } from './keys/interfaces.ts'
import type { Limits } from './limits.ts'

/** What a seal proves about its sender: `signature` for the whole text, `blocks` for each block of it. */
export type SealAssurance = 'signature' | 'blocks'

/** The call, the parties and the time that a message belongs to. */
export interface Context {
  readonly direction: 'request' | 'answer'
  /** Party id of the receiver. */
  readonly audience: string
  readonly appId: string
  /** Path of the call, with its segments filled in. */
  readonly path: string
  /** The `time` of the wire, as a string. A response has the time of its request unless the wire carries another. */
  readonly time: string
  /** For a response: its code and message, and the signature of its request. */
  readonly response?: { readonly code: string; readonly msg: string; readonly request: string }
}

export interface SuiteOptions extends KeyOptions {
  readonly limits: Limits
  /** The time in Unix milliseconds. Selects the key during a rotation. */
  readonly now: number
}

/**
 * The ciphers and signatures of a profile, with their keys: bytes in, text out. Opening and verifying throw a `Rejection`
 * for every invalid message.
 */
export interface Suite {
  readonly id: string
  /** Parts of the context that a signature covers. */
  readonly boundParts: ReadonlySet<'response' | 'app' | 'audience' | 'direction' | 'path' | 'request' | 'time'>
  /** Ids of the own private keys. Demo keys begin with `test-`, and callers restrict them to loopback. */
  readonly ownKids: readonly string[]
  /** Moduli of the own keys in this process. They identify a pair, whatever its ids. */
  readonly ownModuli?: readonly string[]
  /** Whether the key that opens messages is in this process. */
  readonly isInProcess?: boolean
  /** Returns the same suite, with its private-key operations on the thread pool, which keeps the event loop free. */
  usePool?(): Suite
  /**
   * Returns the assumption of this suite about an open point, in words for `describeProfile`. `shipped` has the assumptions of
   * the shipped suites.
   */
  describeAssumption(shipped: { readonly modern: string; readonly classic: string }, point: string): string
  /** `data` of v2 and MPC queries, and of sealed responses to them. It proves its sender. */
  readonly query: {
    /** `blocks` if an attacker can combine parts of several messages. */
    readonly assurance: SealAssurance
    seal(plaintext: Uint8Array, context: Context, options: SuiteOptions): Promise<string>
    /** Returns the plaintext, and the time if the seal binds one. */
    open(
      text: string,
      context: Omit<Context, 'time'>,
      options: SuiteOptions,
    ): Promise<{ readonly plaintext: Uint8Array<ArrayBuffer>; readonly time: string | undefined }>
    /** Returns the text that `seal` would write for the same bytes. */
    canonicalize(text: string): string
  }
  /** `data` and `sign` of v1 envelopes: the content for the receiver, and a signature over the plaintext. */
  readonly envelope: {
    seal(plaintext: Uint8Array, options: SuiteOptions): Promise<string>
    open(text: string, options: SuiteOptions): Promise<Uint8Array<ArrayBuffer>>
    /** Opens a text that names no key with all own keys. The signature selects the plaintext. */
    openEach?(text: string, options: SuiteOptions): Promise<readonly Uint8Array<ArrayBuffer>[]>
    sign(plaintext: Uint8Array, context: Context, options: SuiteOptions): Promise<string>
    verify(plaintext: Uint8Array, signature: string, context: Context, options: SuiteOptions): Promise<void>
    /** Returns the signature that `sign` would write for the same bytes. */
    canonicalize(signature: string): string
  }
}
