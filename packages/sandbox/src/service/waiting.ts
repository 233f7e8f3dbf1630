// Counts records that no timer moves: they wait for control or a merchant.
import { sql } from 'kysely'

import { delegationStates } from '../states/delegations.ts'
import { depositStates } from '../states/deposits.ts'
import { mpcWithdrawalStates } from '../states/mpc-withdrawals.ts'
import { stakeStates } from '../states/stakes.ts'
import { getStateName, type StateTable } from '../states/table.ts'
import { withdrawalStates } from '../states/withdrawals.ts'
import type { Database } from '../store/store.ts'

/** Numbers of waiting records by reason. */
export type WaitingCounts = Readonly<Record<string, number>>

interface WaitingTable {
  readonly table: 'delegations' | 'deposits' | 'mpc_withdrawals' | 'stakes' | 'withdrawals'
  readonly states: StateTable
  /** Only for records that can be held: value of the state in which the chain moves them. */
  readonly onChain?: number
}

const waitingTables: readonly WaitingTable[] = [
  { table: 'deposits', states: depositStates, onChain: depositStates.states.confirming.value },
  { table: 'withdrawals', states: withdrawalStates, onChain: withdrawalStates.states.paying.value },
  { table: 'delegations', states: delegationStates },
  { table: 'mpc_withdrawals', states: mpcWithdrawalStates },
  { table: 'stakes', states: stakeStates },
]

/** Counts waiting records without a timer by state. Held records are counted separately. */
export async function countWaiting(db: Database): Promise<WaitingCounts> {
  const counts = [await countWaitingTransactions(db), await countGivenUp(db)]
  for (const waitingTable of waitingTables) counts.push(await countWaitingRecords(db, waitingTable))
  return Object.fromEntries(counts.flat())
}

// Only a redelivery sends these again.
async function countGivenUp(db: Database): Promise<NamedCounts> {
  const [row] = await db
    .selectFrom('notifications')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'given up')
    .execute()
  return row && row.count > 0 ? [['notification given up', row.count]] : []
}

type NamedCounts = readonly (readonly [name: string, count: number])[]

async function countWaitingRecords(db: Database, { table, states, onChain }: WaitingTable): Promise<NamedCounts> {
  const { record } = states
  const subject = sql<string>`${`${record} `} || ${sql.ref(`${table}.id`)}`
  const heldColumn = onChain === undefined ? sql<number>`0` : sql.ref<number>(`${table}.held`)
  const rows = await db
    .selectFrom(table)
    .leftJoin('timers', (join) => join.on('timers.kind', '=', 'step').on('timers.subject', '=', subject))
    .leftJoin('transactions as sent', (join) => join.on('sent.subject', '=', subject).on('sent.settled', '=', 0))
    .select(['status', heldColumn.as('held')])
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', 'in', listOpenValues(states))
    .where('timers.id', 'is', null)
    .where((where) =>
      where.or([
        where('sent.id', 'is', null),
        ...(onChain === undefined ? [] : [where(heldColumn, '=', 1), where('status', '!=', onChain)]),
      ]),
    )
    .groupBy(['held', 'status'])
    .orderBy('held')
    .orderBy('status')
    .execute()
  const freeRows = rows.filter((row) => row.held === 0)
  const heldCount = rows.filter((row) => row.held === 1).reduce((sum, { count }) => sum + count, 0)
  return [
    ...freeRows.map(({ status, count }) => [`${record} ${getStateName(states, status)}`, count] as const),
    ...(heldCount > 0 ? [[`${record} held`, heldCount] as const] : []),
  ]
}

const listOpenValues = ({ states }: StateTable): readonly number[] =>
  Object.values(states).flatMap(({ isFinal: final, value }) => (final ? [] : [value]))

// On a network without an interval, only `mine` makes blocks.
async function countWaitingTransactions(db: Database): Promise<NamedCounts> {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('networks', 'networks.name', 'transactions.network')
    .select('networks.name')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('settled', '=', sql.lit(0))
    .where('networks.interval', '=', 0)
    .groupBy('networks.name')
    .orderBy('networks.name')
    .execute()
  return rows.map(({ name, count }) => [`transaction on ${name}`, count])
}
