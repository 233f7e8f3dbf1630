// What the largest request of a call can need. What no such request can have is refused before a key is used.
import { type Operation, operations } from '@custody-wallet/types/operations'
import { sizeOf } from '@custody-wallet/types/validate'

import { type Limits, requestLimits } from '../limits.ts'
import type { SealedId } from '../profile/profile.ts'

/** Bytes of a text that the contract does not bound. Addresses and ids of all known coins are shorter. */
const openText = 192

/** Bytes for longer texts, for members that the codec fills in or that a reader ignores, and for escapes. */
const extra = 2048

const contentOf = ({ schemas }: Operation): number => {
  const { bytes, open } = sizeOf(schemas.parameters)
  return Math.min(requestLimits.content, bytes + open * openText + extra)
}

const limits: ReadonlyMap<string, Limits> = new Map(
  Object.values(operations).map((operation) => [
    operation.id,
    { ...requestLimits, content: contentOf(operation) },
  ]),
)

/** Limits of the requests of one call. */
export const requestLimitsOf = (id: SealedId): Limits => limits.get(id) ?? requestLimits
