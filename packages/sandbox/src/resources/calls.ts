import type { SealedId } from '@custody-wallet/encryption'
import type { CallFacts, Value } from '@custody-wallet/server'
import type { Parameters } from '@custody-wallet/types'

import type { Work } from '../work.ts'

/** One call of the interface: all of its effects happen in one unit of work. */
export type Call<Id extends SealedId> = (
  work: Work,
  parameters: Parameters[Id],
  facts: CallFacts<Id>,
) => Promise<Value<Id>>

/** Calls of one resource. */
export type Calls<Ids extends SealedId> = { readonly [Id in Ids]: Call<Id> }
