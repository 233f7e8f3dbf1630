import type { KeyOptions } from './keys/interfaces.ts'
import type { Limits } from './limits.ts'

/** What a seal proves: that its sender wrote the whole text, or each block of it. */
export type SealAssurance = 'signature' | 'blocks'

/** What a message belongs to. */
export interface Context {
  readonly direction: 'request' | 'answer'
  /** Party id of the receiver. */
  readonly audience: string
  readonly appId: string
  /** Path of the call, with its segments filled in. */
  readonly path: string
  /** The `time` of the wire, as text. A response repeats the time of its request unless the wire carries another. */
  readonly time: string
  /** Of a response: its code and message as texts, and the signature text of its request. */
  readonly response?: { readonly code: string; readonly msg: string; readonly request: string }
}

export interface SuiteOptions extends KeyOptions {
  readonly limits: Limits
  /** Unix milliseconds, to choose among rotating keys. */
  readonly now: number
}

/**
 * One way to seal and to sign: bytes in, text out. It is built once, from keys, and knows no operations. For every
 * invalid message, opening and verifying throw a `Rejection`.
 */
export interface Suite {
  readonly id: string
  /** What its signature covers besides the plaintext. */
  readonly boundParts: ReadonlySet<
    'response' | 'app' | 'audience' | 'direction' | 'path' | 'request' | 'time'
  >
  /** Ids of the own private keys. Ids of demo keys begin with `test-`; callers restrict such keys to loopback. */
  readonly ownKids: readonly string[]
  /** Whether the key that opens messages is in this process. */
  readonly isInProcess?: boolean
  /**
   * What this suite assumes about an open point, by the id of the point: the words that `describe` shows. `shipped` has
   * the assumptions of the shipped suites.
   */
  assumption(shipped: { readonly modern: string; readonly classic: string }, point: string): string
  /** The one text of v2 and MPC queries, and of sealed responses to them. It proves its sender. */
  readonly query: {
    /** `blocks` if parts of several messages can be combined into a message that opens. */
    readonly assurance: SealAssurance
    seal(plaintext: Uint8Array, context: Context, options: SuiteOptions): Promise<string>
    /** `time` is the time that the seal binds, if it binds one. */
    open(
      text: string,
      context: Omit<Context, 'time'>,
      options: SuiteOptions,
    ): Promise<{ readonly plaintext: Uint8Array<ArrayBuffer>; readonly time: string | undefined }>
    /** The one spelling of a text: what `seal` would write for its bytes. */
    canonical(text: string): string
  }
  /** `data` and `sign` of v1 envelopes: a text for the receiver, and a signature over the plaintext. */
  readonly envelope: {
    seal(plaintext: Uint8Array, options: SuiteOptions): Promise<string>
    open(text: string, options: SuiteOptions): Promise<Uint8Array<ArrayBuffer>>
    /** Several own keys may open a text that names none. These are all plaintexts; the signature selects one. */
    openEach?(text: string, options: SuiteOptions): Promise<readonly Uint8Array<ArrayBuffer>[]>
    sign(plaintext: Uint8Array, context: Context, options: SuiteOptions): Promise<string>
    verify(plaintext: Uint8Array, signature: string, context: Context, options: SuiteOptions): Promise<void>
    /** The one spelling of a signature: what `sign` would write for its bytes. */
    canonical(signature: string): string
  }
}
