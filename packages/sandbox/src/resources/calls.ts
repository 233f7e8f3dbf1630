import type { Profile, SealedId } from '@custody-wallet/encryption'
import type { CallFacts, Value } from '@custody-wallet/server'
import type { Parameters as CallParameters } from '@custody-wallet/types'

import type { Work } from '../work.ts'

/** What a call knows beside its parameters. */
export type Facts<Id extends SealedId> = CallFacts<Id> & Pick<Profile, 'poolRule'>

/** One call of the interface: all of its effects happen in one unit of work. */
export type Call<Id extends SealedId> = (
  work: Work,
  parameters: CallParameters[Id],
  facts: Facts<Id>,
) => Promise<Value<Id>>

/** Answers a call from the rows as they are; `undefined` where it has to change them first. */
export type ReadCall<Id extends SealedId> = (...given: Parameters<Call<Id>>) => Promise<Value<Id> | undefined>

/** Calls of one resource. */
export type Calls<Ids extends SealedId> = { readonly [Id in Ids]: Call<Id> }

/** The id in a cursor. A larger number than any id is the end of the list, and databases do not take it. */
export const cursorOf = (cursor: number | string): number => Math.min(Number(cursor), Number.MAX_SAFE_INTEGER)
