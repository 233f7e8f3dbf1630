// Records that stay as they are until someone acts: no timer moves them.
import { sql } from 'kysely'

import { delegationStates } from '../states/delegations.ts'
import { depositStates } from '../states/deposits.ts'
import { mpcWithdrawalStates } from '../states/mpc-withdrawals.ts'
import { stakeStates } from '../states/stakes.ts'
import { stateOf, type StateTable } from '../states/table.ts'
import { withdrawalStates } from '../states/withdrawals.ts'
import type { Database } from '../store/store.ts'

/** How many records wait, by what they wait for. */
export type Waiting = Readonly<Record<string, number>>

interface Waiter {
  readonly table: 'deposits' | 'withdrawals'
  readonly states: StateTable
  /** Value of the state in which the chain moves the record. */
  readonly onChain: number
}

// Records that control can hold.
const waiters: readonly Waiter[] = [
  { table: 'deposits', states: depositStates, onChain: depositStates.states.confirming.value },
  { table: 'withdrawals', states: withdrawalStates, onChain: withdrawalStates.states.paying.value },
]

const simpleWaiters = [
  { table: 'delegations', states: delegationStates },
  { table: 'mpc_withdrawals', states: mpcWithdrawalStates },
  { table: 'stakes', states: stakeStates },
] as const

/** Counts the records that wait and have no timer of their own, by state; held ones apart. */
export async function waitingIn(db: Database): Promise<Waiting> {
  const counts = [await waitingTransactions(db)]
  for (const waiter of waiters) counts.push(await waitingRecords(db, waiter))
  for (const { table, states } of simpleWaiters) counts.push(await waitingSimply(db, table, states))
  return Object.fromEntries(counts.flat())
}

type Counts = readonly (readonly [name: string, count: number])[]

async function waitingSimply(
  db: Database,
  table: (typeof simpleWaiters)[number]['table'],
  states: StateTable,
): Promise<Counts> {
  const subject = subjectIn(table, states)
  const rows = await db
    .selectFrom(table)
    .leftJoin('timers', (join) => join.on('timers.kind', '=', 'step').on('timers.subject', '=', subject))
    .leftJoin('transactions as sent', (join) =>
      join.on('sent.subject', '=', subject).on('sent.settled', '=', 0),
    )
    .select('status')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', 'in', openValues(states))
    .where('timers.id', 'is', null)
    .where('sent.id', 'is', null)
    .groupBy('status')
    .orderBy('status')
    .execute()
  return rows.map(({ status, count }) => [`${states.record} ${stateOf(states, status)}`, count] as const)
}

const subjectIn = (table: string, { record }: StateTable) =>
  sql<string>`${`${record} `} || ${sql.ref(`${table}.id`)}`

const openValues = ({ states }: StateTable): readonly number[] =>
  Object.values(states).flatMap(({ final, value }) => (final ? [] : [value]))

async function waitingRecords(db: Database, { table, states, onChain }: Waiter): Promise<Counts> {
  const subject = subjectIn(table, states)
  const rows = await db
    .selectFrom(table)
    .leftJoin('timers', (join) => join.on('timers.kind', '=', 'step').on('timers.subject', '=', subject))
    .leftJoin('transactions as sent', (join) =>
      join.on('sent.subject', '=', subject).on('sent.settled', '=', 0),
    )
    .select(['status', 'held'])
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', 'in', openValues(states))
    .where('timers.id', 'is', null)
    .where((where) =>
      where.or([where('sent.id', 'is', null), where('held', '=', 1), where('status', '!=', onChain)]),
    )
    .groupBy(['held', 'status'])
    .orderBy('held')
    .orderBy('status')
    .execute()
  const held = rows.filter((row) => row.held === 1).reduce((sum, { count }) => sum + count, 0)
  const free = rows.filter((row) => row.held === 0)
  return [
    ...free.map(({ status, count }) => [`${states.record} ${stateOf(states, status)}`, count] as const),
    ...(held > 0 ? [[`${states.record} held`, held] as const] : []),
  ]
}

// Only `mine` makes blocks where a network has no interval.
async function waitingTransactions(db: Database): Promise<Counts> {
  const rows = await db
    .selectFrom('transactions')
    .innerJoin('networks', 'networks.name', 'transactions.network')
    .select('networks.name')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('settled', '=', 0)
    .where('networks.interval', '=', 0)
    .groupBy('networks.name')
    .orderBy('networks.name')
    .execute()
  return rows.map(({ name, count }) => [`transaction on ${name}`, count])
}
