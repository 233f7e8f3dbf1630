import type { InternalNotification, MinerFee, Withdrawal } from '@custody-wallet/types'

import { type Group, groupsOf } from '../groups.ts'
import { failed } from '../statuses.ts'
import {
  differing,
  duplicates,
  equal,
  type Facts,
  type Finding,
  idsOf,
  joined,
  missing,
  recordKey,
  total,
} from './findings.ts'

/** Which member of a withdrawal is its miner fee. The interface does not say; `null` accepts either. */
type FeeReading = 'fee' | 'real_fee' | null

/** Withdrawals with the same request id are duplicates. An empty request id is ignored. */
export function withdrawalFindings(withdrawals: readonly Withdrawal[]): readonly (readonly Finding[])[] {
  const same = groupsOf(withdrawals, ({ request_id }) => (request_id === '' ? undefined : request_id))
  return [...same].map(([key, group]) =>
    duplicates({ what: 'withdrawal', key, symbol: group[0].symbol }, 'withdrawals', group, idsOf(group)),
  )
}

export interface FeeBooks {
  readonly internal: readonly InternalNotification[]
  readonly withdrawals: readonly Withdrawal[]
  readonly minerFees: readonly MinerFee[]
  readonly minerFee: FeeReading
}

/**
 * Compares the fees that were notified with those that the service took, by transaction. A fee whose transaction is a
 * withdrawal is compared with the withdrawal. A withdrawal without a fee record is correct, because not each has one. So is
 * a failed fee that was not notified, unless a transaction took it.
 */
export function feeFindings({
  internal,
  withdrawals,
  minerFees,
  minerFee,
}: FeeBooks): readonly (readonly Finding[])[] {
  const paid = groupsOf(withdrawals, ({ txid }) => (txid === '' ? undefined : txid))
  const notified = groupsOf(internal, ({ txid }) => txid)
  return joined(
    notified,
    groupsOf(minerFees, (record) => record.txid || recordKey(record)),
  ).map(({ key, ours, theirs }) => {
    const facts: Facts = { what: 'miner fee', key, symbol: ours?.[0].symbol ?? theirs?.[0].symbol ?? '' }
    return [
      ...twice(facts, 'notified', ours ?? []),
      ...twice(facts, 'minerFees', theirs ?? []),
      ...agreement(facts, { ours, theirs, withdrawn: paid.get(key) }, minerFee),
    ]
  })
}

type Part = Pick<InternalNotification, 'symbol' | 'address_from' | 'address_to' | 'memo'> & {
  readonly id?: number
}

// One transaction may have several coins and addresses; these four members identify one part of it. An absent source
// address and an empty one are the same.
const partsOf = <P extends Part>(parts: readonly P[]): readonly Group<P>[] => [
  ...groupsOf(parts, ({ symbol, address_from = '', address_to, memo = '' }) =>
    JSON.stringify([symbol, address_from, address_to, memo]),
  ).values(),
]

const twice = (facts: Facts, list: Finding['list'], parts: readonly Part[]): readonly Finding[] =>
  partsOf(parts).flatMap((group) => {
    const ids = group.flatMap(({ id }) => id ?? [])
    return duplicates({ ...facts, symbol: group[0].symbol }, list, group, ids)
  })

interface Sides {
  readonly ours: Group<InternalNotification> | undefined
  readonly theirs: Group<MinerFee> | undefined
  readonly withdrawn: Group<Withdrawal> | undefined
}

function agreement(
  facts: Facts,
  { ours, theirs, withdrawn }: Sides,
  reading: FeeReading,
): readonly Finding[] {
  const ids = idsOf(theirs)
  if (!theirs) return [missing(facts, 'minerFees')]
  const sum = sumOf(theirs)
  if (ours) {
    const own = sumOf(ours)
    return (['amount', 'fee'] as const).flatMap((member) =>
      differing(facts, 'minerFees', { member, ours: own(member), theirs: sum(member) }, ids),
    )
  }
  if (theirs.every(tookNothing)) return []
  return withdrawn
    ? withdrawnFee(facts, withdrawn, { fee: sum('fee'), ids }, reading)
    : [missing(facts, 'notified', ids)]
}

const tookNothing = ({ status, txid, fee }: MinerFee): boolean =>
  status === failed && (txid === '' || equal(fee, '0'))

// A duplicate has its own finding, and counts once in the sums.
function sumOf(parts: readonly (Part & Readonly<Record<'amount' | 'fee', string>>)[]) {
  const once = partsOf(parts).map(([first]) => first)
  return (member: 'amount' | 'fee'): string => total(once.map((part) => part[member]))
}

// A transaction may contain several withdrawals; its fee is the sum of theirs.
function withdrawnFee(
  facts: Facts,
  withdrawals: Group<Withdrawal>,
  { fee: theirs, ids }: { readonly fee: string; readonly ids: readonly number[] },
  reading: FeeReading,
): readonly Finding[] {
  const readings = reading === null ? (['real_fee', 'fee'] as const) : [reading]
  const sums = readings.map((member) => total(withdrawals.map((withdrawal) => withdrawal[member])))
  if (sums.some((ours) => equal(ours, theirs))) return []
  return differing(facts, 'minerFees', { member: 'fee', ours: sums[0] ?? '', theirs }, ids)
}
