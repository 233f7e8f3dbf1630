import type { Assurance, Binding, SealedId } from '@custody-wallet/encryption'
import {
  type Answers,
  codes,
  type Decimal,
  type MpcFailure,
  type Parameters,
  type Success,
} from '@custody-wallet/types'
import { type Family, operations } from '@custody-wallet/types/operations'

/** What a handler knows about its call beside the parameters. */
export interface CallFacts<Id extends SealedId = SealedId> {
  readonly operation: Id
  /** The merchant that makes the call. */
  readonly appId: string
  /** `plain` calls are not authenticated: they reach a service only where its operator mounts the plain view. */
  readonly view: 'plain' | 'wire'
  /** How far the parameters can be trusted; `transport` for a plain call. */
  readonly assurance: Assurance
  /** Unix milliseconds at which the call arrived. */
  readonly time: number
  /** IP address of the caller, where the server knows it. */
  readonly address: string | undefined
  readonly requestId: string
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal
  /** Of a wire call: ties the answer to its request. `binding.request` identifies the message. */
  readonly binding?: Binding<Id>
}

type ContentOf<Answer> = Answer extends { readonly code: unknown; readonly data: infer Data }
  ? Data
  : Answer extends { readonly code: unknown }
    ? void
    : Answer

// Answers are checked before they leave, so a decimal may be any string here.
type Unchecked<T> = T extends Decimal
  ? string
  : T extends object
    ? { readonly [Name in keyof T]: Unchecked<T[Name]> }
    : T

/** The value of a success: its `data`, or the bare value of an MPC call. */
export type Value<Id extends SealedId> = Unchecked<ContentOf<Success<Answers[Id]>>>

type CodesOf<F extends Family> = F extends Family ? `${Exclude<keyof (typeof codes)[F] & number, 0>}` : never

/** Codes that a call may be refused with: those that the contract knows for its family. */
export type RefusalCode<Id extends SealedId = SealedId> = CodesOf<(typeof operations)[Id]['family']>

/** A failure of the service that a handler answers with. */
export interface Refusal<Code extends string = string> {
  readonly refused: Code
  readonly text: string | undefined
}

const refusals = new WeakSet<object>()

/**
 * Refuses a call with a code of its family. Return it from a handler. The text is for people; it is the meaning of the
 * code unless given.
 *
 * @example
 * ```ts
 * import { refuse } from '@custody-wallet/server'
 *
 * console.log(refuse('110065').refused)
 * ```
 */
export function refuse<const Code extends RefusalCode>(code: Code, text?: string): Refusal<Code> {
  const refusal = { refused: code, text }
  refusals.add(refusal)
  return refusal
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && refusals.has(value)

/** Answers one call: with the value of a success, or with `refuse(code)`. */
export type Handler<Id extends SealedId> = (
  parameters: Parameters[Id],
  call: CallFacts<Id>,
) => Value<Id> | Refusal<RefusalCode<Id>> | Promise<Value<Id> | Refusal<RefusalCode<Id>>>

/** One handler for each call of the contract, except the token call. */
export type Handlers = { readonly [Id in SealedId]: Handler<Id> }

/** The answer of a success. */
export function successOf(operation: SealedId, value: unknown): unknown {
  const { family, answer } = operations[operation]
  if (family === 'mpc') return value
  const envelope = { code: family === 'v2' ? '0' : 0, msg: 'success' }
  return answer.content === 'none' && value === undefined ? envelope : { ...envelope, data: value }
}

/** The answer of a refusal. */
export function failureOf(operation: SealedId, { refused, text }: Refusal): MpcFailure {
  const { family } = operations[operation]
  return { code: family === 'v1' ? Number(refused) : refused, msg: text ?? meaningOf(family, refused) }
}

/** Whether the family of a call has a code for a failure. */
export const hasCode = (operation: SealedId, code: string): boolean =>
  code !== '0' && Object.hasOwn(codes[operations[operation].family], code)

function meaningOf(family: Family, code: string): string {
  const known: Readonly<Record<string, { readonly meaning: string }>> = codes[family]
  return (Object.hasOwn(known, code) ? known[code]?.meaning : undefined) ?? ''
}
