import type { KeyOptions } from './keys/interfaces.ts'
import type { Limits } from './limits.ts'

/** What a seal proves: that its sender wrote the whole text, or each block of it. */
export type SealAssurance = 'signature' | 'blocks'

/** What a suite's signature covers beyond the plaintext. */
export type Bound = 'answer' | 'app' | 'audience' | 'direction' | 'path' | 'request' | 'time'

/** What a message belongs to. */
export interface Context {
  readonly direction: 'request' | 'answer'
  /** Party id of the receiver. */
  readonly audience: string
  readonly appId: string
  /** Path of the call, with its segments filled in. */
  readonly path: string
  /** The `time` of the wire, as text. An answer repeats the time of its request unless the wire carries another. */
  readonly time: string
  /** Of an answer: its code and message as texts, and the signature text of the request that it answers. */
  readonly answer?: { readonly code: string; readonly msg: string; readonly request: string }
}

export interface SuiteOptions extends KeyOptions {
  readonly limits: Limits
  /** Unix milliseconds, for the choice among rotating keys. */
  readonly now: number
}

/** What a sealed query opens to. `time` is the time that its seal binds, where it binds one. */
export interface OpenedQuery {
  readonly plaintext: Uint8Array<ArrayBuffer>
  readonly time: string | undefined
}

/**
 * One way to seal and to sign: bytes in, text out. It is built once from keys. Opening and verifying throw a
 * `Rejection` and nothing else for whatever a message brings.
 */
export interface Suite {
  readonly id: string
  readonly binds: ReadonlySet<Bound>
  /** Names of the own private keys. Those of demo keys begin with `test-`, and callers keep such keys on loopback. */
  readonly ownKids: readonly string[]
  /** Whether the key that opens messages is in this process. */
  readonly inProcess?: boolean
  /** The one text of v2 and MPC queries, and of sealed answers to them: it proves its sender. */
  readonly query: {
    /** `blocks` where parts of several messages can be put together into one that opens. */
    readonly assurance: SealAssurance
    seal(plaintext: Uint8Array, context: Context, options: SuiteOptions): Promise<string>
    open(text: string, context: Omit<Context, 'time'>, options: SuiteOptions): Promise<OpenedQuery>
    /** The text that this suite writes for the bytes of a text that it opens: a message has one, however it arrives. */
    canonical(text: string): string
  }
  /** `data` and `sign` of v1 envelopes: a text for the receiver, and a signature over the plaintext. */
  readonly envelope: {
    seal(plaintext: Uint8Array, options: SuiteOptions): Promise<string>
    open(text: string, options: SuiteOptions): Promise<Uint8Array<ArrayBuffer>>
    sign(plaintext: Uint8Array, context: Context, options: SuiteOptions): Promise<string>
    verify(plaintext: Uint8Array, signature: string, context: Context, options: SuiteOptions): Promise<void>
    /** The same for a signature that it verifies. */
    canonical(signature: string): string
  }
}
