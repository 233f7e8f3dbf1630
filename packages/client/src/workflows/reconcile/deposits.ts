import type { Deposit, DepositNotification } from '@custody-wallet/types'

import { groupsOf } from '../groups.ts'
import {
  differing,
  duplicates,
  type Facts,
  type Finding,
  idsOf,
  joined,
  missing,
  recordKey,
} from './findings.ts'
import { type Pair, pairReturned, undoneFindings } from './undone.ts'

type Part = Pick<DepositNotification, 'symbol' | 'txid' | 'address_to'>

// A record has no memo, so only these three members identify its deposit.
const placeOf = ({ symbol, txid, address_to }: Part): string => JSON.stringify([symbol, txid, address_to])

/** Compares the notifications with the deposits of the service. */
export function depositFindings(
  notified: readonly DepositNotification[],
  deposits: readonly Deposit[],
): readonly (readonly Finding[])[] {
  // A notification may be repeated with more confirmations: the last one counts.
  const ours = new Map(notified.map((notification) => [notification.request_id, notification]))
  const theirs = groupsOf(deposits, requestIdIn(ours))
  const credited = new Set(notified.flatMap(({ status, request_id }) => (status === 1 ? [request_id] : [])))
  const isCredited = (requestId: string): boolean => credited.has(requestId)
  const pairs = pairReturned(joined(ours, theirs), isCredited)
  return [...notifiedTwice([...ours.values()]), ...pairs.map((pair) => pairFindings(pair, isCredited))]
}

// A record without a request id belongs to the notification of its transaction and address, if there is exactly one.
function requestIdIn(ours: ReadonlyMap<string, DepositNotification>): (deposit: Deposit) => string {
  const byPlace = groupsOf(ours.values(), placeOf)
  return (deposit) => {
    if (deposit.request_id !== '') return deposit.request_id
    if (deposit.txid === '') return recordKey(deposit)
    const [only, ...more] = byPlace.get(placeOf(deposit)) ?? []
    return only && more.length === 0 ? only.request_id : placeOf(deposit)
  }
}

function notifiedTwice(notified: readonly DepositNotification[]): readonly (readonly Finding[])[] {
  const same = groupsOf(notified, (one) => JSON.stringify([placeOf(one), one.memo ?? '']))
  return [...same.values()]
    .map((group) => duplicates(factsOf(group[0]), 'notified', group))
    .filter(({ length }) => length > 0)
}

function pairFindings(
  { ours, theirs }: Pair,
  isCredited: (requestId: string) => boolean,
): readonly Finding[] {
  const ids = idsOf(theirs)
  if (!theirs) return ours?.status === 1 ? [missing(factsOf(ours), 'deposits')] : []
  if (!ours)
    return [
      missing(recordFacts(theirs[0]), 'notified', ids),
      ...duplicates(recordFacts(theirs[0]), 'deposits', theirs, ids),
    ]
  const facts = factsOf(ours)
  const undone = isCredited(ours.request_id) ? undoneFindings(facts, ours, theirs) : []
  if (undone.length > 0) return undone
  const amounts = new Set(theirs.map(({ amount }) => amount))
  return [
    ...duplicates(facts, 'deposits', theirs, ids),
    ...[...amounts].flatMap((amount) =>
      differing(facts, 'deposits', { member: 'amount', ours: ours.amount, theirs: amount }, ids),
    ),
  ]
}

const factsOf = ({ request_id: key, symbol }: Pick<DepositNotification, 'request_id' | 'symbol'>): Facts => ({
  what: 'deposit',
  key,
  symbol,
})

const recordFacts = (deposit: Deposit): Facts => ({
  ...factsOf(deposit),
  key: deposit.request_id || deposit.txid || recordKey(deposit),
})
