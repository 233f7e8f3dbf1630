import type { Profile, SealedId } from '@custody-wallet/encryption'
import type { CallFacts, Value } from '@custody-wallet/server'
import type { Parameters as CallParameters } from '@custody-wallet/types'

import type { Work } from '../work.ts'

/** What a call knows beside its parameters. */
export type CallContext<Id extends SealedId> = CallFacts<Id> & Pick<Profile, 'poolRule'>

/** One call of the interface: all of its effects happen in one unit of work. */
export type CallHandler<Id extends SealedId> = (
  work: Work,
  parameters: CallParameters[Id],
  facts: CallContext<Id>,
) => Promise<Value<Id>>

/** Answers a call from the rows as they are; `undefined` where it has to change them first. */
export type ReadHandler<Id extends SealedId> = (
  ...input: Parameters<CallHandler<Id>>
) => Promise<Value<Id> | undefined>

/** Calls of one resource. */
export type CallHandlers<Ids extends SealedId> = { readonly [Id in Ids]: CallHandler<Id> }

/** The id in a cursor. A larger number than any id is the end of the list, and databases do not take it. */
export const parseCursor = (cursor: number | string): number =>
  Math.min(Number(cursor), Number.MAX_SAFE_INTEGER)
