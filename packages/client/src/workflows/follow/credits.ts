// Credits that a reorganization of the chain can still undo. They are read again until their blocks are buried.
import { checkCount } from '../../calls/checks.ts'
import { type ExactId, toExactId } from '../cursors/pages.ts'
import { failedStatus } from '../statuses.ts'
import type { FollowState, TrackedRecord } from './checkpoint.ts'

/** Most confirmations with which a credit is read again, for all coins or by symbol. */
type Depth = number | Readonly<Record<string, number>>
type SavedCredits = NonNullable<FollowState['credits']>

const defaultDepth = 100

export function checkDepth(depth: Depth): Depth {
  for (const [symbol, each] of Object.entries(typeof depth === 'number' ? { '': depth } : depth))
    checkCount(symbol === '' ? 'depth' : `depth.${symbol}`, each, 0)
  return depth
}

function findDepth(depth: Depth, symbol: string): number {
  if (typeof depth === 'number') return depth
  return (Object.hasOwn(depth, symbol) ? depth[symbol] : undefined) ?? defaultDepth
}

/** Many services stop counting confirmations, so the time of the newest record is a second limit. */
const longestWatch = 86_400_000

// The start of a hash identifies a transaction and keeps checkpoints small.
const formatMark = ({ status, txid = '' }: TrackedRecord): string => `${status}:${txid.slice(0, 16)}`

/** A credit, or an undone one, whose mark is empty. */
interface Credit {
  readonly mark: string
  readonly updatedAt: number
  readonly requestId: string
}

/** How a record changes its credit. The change applies when it was processed. */
export interface CreditChange {
  readonly kind: 'returned' | 'undone' | undefined
  /** Id under which the credit was known. */
  readonly from: ExactId
  readonly credit: Credit | undefined
}

/** Credits of processed changes. */
export interface Credits<R> {
  getState(id: ExactId): 'credited' | 'undone' | undefined
  listIds(): readonly ExactId[]
  findChange(id: ExactId, record: R): CreditChange
  /** Returns the undone credit of a record that is gone. */
  findLoss(id: ExactId): CreditChange | undefined
  apply(id: ExactId, change: CreditChange): void
  /** Notes the time of a record, and whether its credit is buried. */
  note(id: ExactId, record: R): void
  save(): SavedCredits
}

export interface CreditRules<R> {
  readonly isFinal: (record: R) => boolean
  readonly depth: Depth
}

export function restoreCredits<R extends TrackedRecord>(
  savedCredits: SavedCredits,
  { isFinal, depth }: CreditRules<R>,
): Credits<R> {
  // Separate, because each record with a request id is searched among the undone credits, which are few.
  const activeCredits = new Map<ExactId, Credit>()
  const undoneCredits = new Map<ExactId, Credit>()
  let newest = 0
  const setCredit = (id: ExactId, credit: Credit): unknown =>
    (credit.mark === '' ? undoneCredits : activeCredits).set(id, credit)
  for (const [id, mark, updatedAt, requestId] of savedCredits) setCredit(toExactId(id), { mark, updatedAt, requestId })
  const isBuried = ({ confirmations = Infinity, symbol = '' }: R): boolean => confirmations > findDepth(depth, symbol)
  const isCredited = (record: R): boolean => !!record.txid && record.status !== failedStatus && isFinal(record)
  // An undone record can return under a new id with the same request id.
  function findCredit(id: ExactId, { request_id: requestId = '' }: R): readonly [ExactId, Credit | undefined] {
    const own = activeCredits.get(id) ?? undoneCredits.get(id)
    if (own || requestId === '') return [id, own]
    return [...undoneCredits].find(([, credit]) => credit.requestId === requestId) ?? [id, undefined]
  }
  function computeCredit(record: R, before: Credit | undefined): Credit | undefined {
    const { updated_at: updatedAt, request_id: requestId = '' } = record
    if (isCredited(record)) return isBuried(record) ? undefined : { mark: formatMark(record), updatedAt, requestId }
    return before && !isFinal(record) ? { mark: '', updatedAt, requestId } : undefined
  }
  function getChangeKind(record: R, before: Credit | undefined): CreditChange['kind'] {
    if (!before) return undefined
    if (!isCredited(record)) return before.mark === '' ? undefined : 'undone'
    return before.mark === formatMark(record) ? undefined : 'returned'
  }
  function listRecent(): readonly (readonly [ExactId, Credit])[] {
    for (const credits of [activeCredits, undoneCredits])
      for (const [id, { updatedAt }] of credits) if (updatedAt < newest - longestWatch) credits.delete(id)
    return [...activeCredits, ...undoneCredits]
  }
  return {
    getState: (id) => (activeCredits.has(id) ? 'credited' : undoneCredits.has(id) ? 'undone' : undefined),
    listIds: () => listRecent().map(([id]) => id),
    findChange(id, record) {
      const [from, before] = findCredit(id, record)
      return { kind: getChangeKind(record, before), from, credit: computeCredit(record, before) }
    },
    findLoss(id) {
      const credit = activeCredits.get(id)
      return credit && { kind: 'undone', from: id, credit: { ...credit, mark: '' } }
    },
    apply(id, { from, credit }) {
      activeCredits.delete(from)
      undoneCredits.delete(from)
      if (credit) setCredit(id, credit)
    },
    note(id, record) {
      newest = Math.max(newest, record.updated_at)
      if (isBuried(record) && activeCredits.get(id)?.mark === formatMark(record)) activeCredits.delete(id)
    },
    save: () => listRecent().map(([id, { mark, updatedAt, requestId }]) => [String(id), mark, updatedAt, requestId]),
  }
}
