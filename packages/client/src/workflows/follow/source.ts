import { knownValue, type StateName } from '@custody-wallet/types'

import type { ListSource } from '../batches/look-up.ts'
import type { Paging } from '../cursors/page.ts'

/** Records that a follower can follow. */
export type FollowSource<R> = Paging<R> & {
  /** Name of the records, such as `deposits`. A checkpoint remembers it, and refuses to be one of others. */
  readonly name?: string
  /** The cursor before the first record; `0` unless given. */
  readonly first?: string
  /** Whether nothing follows a status any more. */
  readonly isFinal: (record: R) => boolean
  /** Looks records up by their ids, where the service can: then fewer calls may do than by pages. */
  readonly look?: {
    /** Most ids of a call. */
    readonly maximum: number
    readonly list: ListSource<R>
  }
}

/**
 * Makes a test for final statuses of the known values of a state, or of the statuses that are given, such as those of
 * a profile. A status that is not known is never final.
 *
 * @example
 * ```ts
 * import { finalStatus } from '@custody-wallet/client/workflows'
 *
 * const isFinal = finalStatus('depositStatus')
 * console.log(isFinal({ status: 1 }), isFinal({ status: 0 }), isFinal({ status: 99 })) // true false false
 * ```
 */
export function finalStatus(
  state: StateName,
  statuses?: readonly number[],
): (record: { readonly status: number }) => boolean {
  if (statuses) return ({ status }) => statuses.includes(status)
  return ({ status }) => knownValue(state, status)?.final === true
}
