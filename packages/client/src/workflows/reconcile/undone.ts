import { type Deposit, type DepositNotification, findKnownValue } from '@custody-wallet/types'

import { type Group, groupBy } from '../groups.ts'
import { failedStatus } from '../statuses.ts'
import { formatAmountKey, type FindingSubject, type Finding, listIds } from './findings.ts'

/** A notification and its records. */
export interface Pair {
  readonly ours: DepositNotification | undefined
  readonly theirs: Group<Deposit> | undefined
}

/**
 * Pairs each notified credit without a record with the only record that can be its return: a record that was not
 * notified, with the same coin, address and amount, and without a request id.
 */
export function pairReturns(pairs: readonly Pair[], isNotified: (requestId: string) => boolean): readonly Pair[] {
  const lostPairs = groupBy(pairs, ({ ours, theirs }) =>
    ours && !theirs && isNotified(ours.request_id) ? formatReturnKey(ours) : undefined,
  )
  const foundPairs = groupBy(pairs, ({ ours, theirs }) =>
    theirs && !ours && theirs[0].request_id === '' ? formatReturnKey(theirs[0]) : undefined,
  )
  const pairsByReturn = new Map<Pair, Pair | undefined>()
  for (const [key, [credit, ...credits]] of lostPairs) {
    const [record, ...records] = foundPairs.get(key) ?? []
    if (!record || credits.length > 0 || records.length > 0) continue
    pairsByReturn.set(credit, { ours: credit.ours, theirs: record.theirs }).set(record, undefined)
  }
  return pairs.flatMap((pair) => (pairsByReturn.has(pair) ? (pairsByReturn.get(pair) ?? []) : pair))
}

type Payment = Pick<DepositNotification, 'address_to' | 'amount' | 'symbol'>

const formatReturnKey = ({ symbol, address_to, amount }: Payment): string =>
  JSON.stringify([symbol, address_to, formatAmountKey(amount)])

/** Finds whether a credit was undone, or returned with another transaction. */
export function findUndone(
  subject: FindingSubject,
  ours: DepositNotification,
  theirs: Group<Deposit>,
): readonly Finding[] {
  const [{ txid }] = theirs
  const kind = theirs.some(isCredited) ? 'differs' : 'undone'
  if (kind === 'undone' && !theirs.some((record) => hasFallen(record, ours))) return []
  if (kind === 'differs' && (ours.request_id === theirs[0].request_id || txid === ours.txid)) return []
  const txidChange = txid === ours.txid ? {} : ({ member: 'txid', ours: ours.txid, theirs: txid } as const)
  return [{ kind, ...subject, list: 'deposits', ...txidChange, ids: listIds(theirs) }]
}

const isCredited = ({ status }: Deposit): boolean =>
  status !== failedStatus && findKnownValue('depositStatus', status)?.final === true

// A record under review keeps its confirmations and its transaction.
const hasFallen = ({ status, txid, confirmations }: Deposit, ours: DepositNotification): boolean =>
  status === failedStatus || txid !== ours.txid || confirmations < ours.confirm
