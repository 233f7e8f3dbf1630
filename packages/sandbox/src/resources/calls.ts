import type { CallSettings, SealedId } from '@custody-wallet/encryption'
import type { CallContext, Value } from '@custody-wallet/server'
import type { Parameters as CallParameters } from '@custody-wallet/types'

import type { Work } from '../work.ts'

/** Context of a call. */
export type HandlerContext<Id extends SealedId> = CallContext<Id> & Pick<CallSettings, 'pushWhen'>

/** Handles a call of the interface in one unit of work. */
export type CallHandler<Id extends SealedId> = (
  work: Work,
  parameters: CallParameters[Id],
  facts: HandlerContext<Id>,
) => Promise<Value<Id>>

/** Handles a call without changes; `undefined` if it must change data first. */
export type ReadHandler<Id extends SealedId> = (...input: Parameters<CallHandler<Id>>) => Promise<Value<Id> | undefined>

/** Handlers of one resource. */
export type CallHandlers<Ids extends SealedId> = { readonly [Id in Ids]: CallHandler<Id> }

/** Returns the id in a cursor. Limits it, because databases reject larger numbers. */
export const parseCursor = (cursor: number | string): number => Math.min(Number(cursor), Number.MAX_SAFE_INTEGER)
