import type { Deposit, DepositNotification } from '@custody-wallet/types'

import { groupBy } from '../groups.ts'
import {
  createDifferenceFindings,
  createDuplicateFindings,
  type FindingSubject,
  type Finding,
  listIds,
  joinByKey,
  createMissingFinding,
  formatRecordKey,
} from './findings.ts'
import { type Pair, pairReturns, findUndone } from './undone.ts'

type Part = Pick<DepositNotification, 'symbol' | 'txid' | 'address_to'>

// A record has no memo, so only these three fields identify its deposit.
const formatPartKey = ({ symbol, txid, address_to }: Part): string => JSON.stringify([symbol, txid, address_to])

/** Compares the notifications with the deposits of the service. */
export function compareDeposits(
  notifications: readonly DepositNotification[],
  deposits: readonly Deposit[],
): readonly (readonly Finding[])[] {
  // Later notifications have more confirmations, so the last one counts.
  const ours = new Map(notifications.map((notification) => [notification.request_id, notification]))
  const theirs = groupBy(deposits, createRequestIdReader(ours))
  const creditedIds = new Set(notifications.flatMap(({ status, request_id }) => (status === 1 ? [request_id] : [])))
  const isCredited = (requestId: string): boolean => creditedIds.has(requestId)
  const pairs = pairReturns(joinByKey(ours, theirs), isCredited)
  return [...findDuplicateNotifications([...ours.values()]), ...pairs.map((pair) => comparePair(pair, isCredited))]
}

// A record without a request id belongs to the notification of its transaction and address, if there is exactly one.
function createRequestIdReader(ours: ReadonlyMap<string, DepositNotification>): (deposit: Deposit) => string {
  const byPart = groupBy(ours.values(), formatPartKey)
  return (deposit) => {
    if (deposit.request_id !== '') return deposit.request_id
    if (deposit.txid === '') return formatRecordKey(deposit)
    const [only, ...more] = byPart.get(formatPartKey(deposit)) ?? []
    return only && more.length === 0 ? only.request_id : formatPartKey(deposit)
  }
}

function findDuplicateNotifications(notifications: readonly DepositNotification[]): readonly (readonly Finding[])[] {
  const same = groupBy(notifications, (one) => JSON.stringify([formatPartKey(one), one.memo ?? '']))
  return [...same.values()]
    .map((group) => createDuplicateFindings(describeNotification(group[0]), 'notified', group))
    .filter(({ length }) => length > 0)
}

function comparePair({ ours, theirs }: Pair, isCredited: (requestId: string) => boolean): readonly Finding[] {
  const ids = listIds(theirs)
  if (!theirs) return ours?.status === 1 ? [createMissingFinding(describeNotification(ours), 'deposits')] : []
  if (!ours)
    return [
      createMissingFinding(describeDeposit(theirs[0]), 'notified', ids),
      ...createDuplicateFindings(describeDeposit(theirs[0]), 'deposits', theirs, ids),
    ]
  const subject = describeNotification(ours)
  const undoneDeposits = isCredited(ours.request_id) ? findUndone(subject, ours, theirs) : []
  if (undoneDeposits.length > 0) return undoneDeposits
  const amounts = new Set(theirs.map(({ amount }) => amount))
  return [
    ...createDuplicateFindings(subject, 'deposits', theirs, ids),
    ...[...amounts].flatMap((amount) =>
      createDifferenceFindings(subject, 'deposits', { member: 'amount', ours: ours.amount, theirs: amount }, ids),
    ),
  ]
}

const describeNotification = ({
  request_id: key,
  symbol,
}: Pick<DepositNotification, 'request_id' | 'symbol'>): FindingSubject => ({
  what: 'deposit',
  key,
  symbol,
})

const describeDeposit = (deposit: Deposit): FindingSubject => ({
  ...describeNotification(deposit),
  key: deposit.request_id || deposit.txid || formatRecordKey(deposit),
})
