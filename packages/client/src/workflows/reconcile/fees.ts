import type { InternalNotification, MinerFee, Withdrawal } from '@custody-wallet/types'

import { type Group, groupBy } from '../groups.ts'
import { failedStatus } from '../statuses.ts'
import {
  createDifferenceFindings,
  createDuplicateFindings,
  isEqual,
  type FindingSubject,
  type Finding,
  listIds,
  joinByKey,
  createMissingFinding,
  formatRecordKey,
  sumAmounts,
} from './findings.ts'

/** Which field of a withdrawal is its miner fee. `null`: unknown, so either may match. */
type FeeReading = 'fee' | 'real_fee' | null

/** Finds withdrawals with the same request id. Ignores empty request ids. */
export function findDuplicateWithdrawals(withdrawals: readonly Withdrawal[]): readonly (readonly Finding[])[] {
  const same = groupBy(withdrawals, ({ request_id }) => (request_id === '' ? undefined : request_id))
  return [...same].map(([key, group]) =>
    createDuplicateFindings({ what: 'withdrawal', key, symbol: group[0].symbol }, 'withdrawals', group, listIds(group)),
  )
}

export interface FeeBooks {
  readonly internal: readonly InternalNotification[]
  readonly withdrawals: readonly Withdrawal[]
  readonly minerFees: readonly MinerFee[]
  readonly minerFee: FeeReading
}

/**
 * Compares the notified fees with those that the service took, by transaction. If the transaction is a withdrawal,
 * compares the fee with the withdrawal. A withdrawal without a fee record is correct, because not every one has it. A
 * failed fee that was not notified is correct unless a transaction took it.
 */
export function compareFees({ internal, withdrawals, minerFees, minerFee }: FeeBooks): readonly (readonly Finding[])[] {
  const withdrawalsByTxid = groupBy(withdrawals, ({ txid }) => (txid === '' ? undefined : txid))
  const notificationsByTxid = groupBy(internal, ({ txid }) => txid)
  return joinByKey(
    notificationsByTxid,
    groupBy(minerFees, (record) => record.txid || formatRecordKey(record)),
  ).map(({ key, ours, theirs }) => {
    const subject: FindingSubject = {
      what: 'miner fee',
      key,
      symbol: ours?.[0].symbol ?? theirs?.[0].symbol ?? '',
    }
    return [
      ...findDuplicateParts(subject, 'notified', ours ?? []),
      ...findDuplicateParts(subject, 'minerFees', theirs ?? []),
      ...compareFee(subject, { ours, theirs, withdrawn: withdrawalsByTxid.get(key) }, minerFee),
    ]
  })
}

type Part = Pick<InternalNotification, 'symbol' | 'address_from' | 'address_to' | 'memo'> & {
  readonly id?: number
}

// One transaction may have several coins and addresses, so these four fields identify a part of it. An absent source
// address equals an empty one.
const groupParts = <P extends Part>(parts: readonly P[]): readonly Group<P>[] => [
  ...groupBy(parts, ({ symbol, address_from = '', address_to, memo = '' }) =>
    JSON.stringify([symbol, address_from, address_to, memo]),
  ).values(),
]

const findDuplicateParts = (
  subject: FindingSubject,
  list: Finding['list'],
  parts: readonly Part[],
): readonly Finding[] =>
  groupParts(parts).flatMap((group) => {
    const ids = group.flatMap(({ id }) => id ?? [])
    return createDuplicateFindings({ ...subject, symbol: group[0].symbol }, list, group, ids)
  })

interface FeeRecords {
  readonly ours: Group<InternalNotification> | undefined
  readonly theirs: Group<MinerFee> | undefined
  readonly withdrawn: Group<Withdrawal> | undefined
}

function compareFee(
  subject: FindingSubject,
  { ours, theirs, withdrawn }: FeeRecords,
  reading: FeeReading,
): readonly Finding[] {
  const ids = listIds(theirs)
  if (!theirs) return [createMissingFinding(subject, 'minerFees')]
  const sumTheirs = createFieldSum(theirs)
  if (ours) {
    const sumOurs = createFieldSum(ours)
    return (['amount', 'fee'] as const).flatMap((field) =>
      createDifferenceFindings(
        subject,
        'minerFees',
        { member: field, ours: sumOurs(field), theirs: sumTheirs(field) },
        ids,
      ),
    )
  }
  if (theirs.every(hasNoFee)) return []
  return withdrawn
    ? compareWithdrawnFee(subject, withdrawn, { fee: sumTheirs('fee'), ids }, reading)
    : [createMissingFinding(subject, 'notified', ids)]
}

const hasNoFee = ({ status, txid, fee }: MinerFee): boolean =>
  status === failedStatus && (txid === '' || isEqual(fee, '0'))

// Duplicates have a finding of their own, and count once in the sums.
function createFieldSum(parts: readonly (Part & Readonly<Record<'amount' | 'fee', string>>)[]) {
  const once = groupParts(parts).map(([first]) => first)
  return (field: 'amount' | 'fee'): string => sumAmounts(once.map((part) => part[field]))
}

// A transaction may contain several withdrawals; its fee is the sum of theirs.
function compareWithdrawnFee(
  subject: FindingSubject,
  withdrawals: Group<Withdrawal>,
  { fee: theirs, ids }: { readonly fee: string; readonly ids: readonly number[] },
  reading: FeeReading,
): readonly Finding[] {
  const readings = reading === null ? (['real_fee', 'fee'] as const) : [reading]
  const sums = readings.map((field) => sumAmounts(withdrawals.map((withdrawal) => withdrawal[field])))
  if (sums.some((ours) => isEqual(ours, theirs))) return []
  return createDifferenceFindings(subject, 'minerFees', { member: 'fee', ours: sums[0] ?? '', theirs }, ids)
}
