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
  readonly table: 'delegations' | 'deposits' | 'mpc_withdrawals' | 'stakes' | 'withdrawals'
  readonly states: StateTable
  /** For records that control can hold: value of the state in which the chain moves them. */
  readonly onChain?: number
}

const waiters: readonly Waiter[] = [
  { table: 'deposits', states: depositStates, onChain: depositStates.states.confirming.value },
  { table: 'withdrawals', states: withdrawalStates, onChain: withdrawalStates.states.paying.value },
  { table: 'delegations', states: delegationStates },
  { table: 'mpc_withdrawals', states: mpcWithdrawalStates },
  { table: 'stakes', states: stakeStates },
]

/** Counts the records that wait and have no timer of their own, by state; held ones apart. */
export async function waitingIn(db: Database): Promise<Waiting> {
  const counts = [await waitingTransactions(db), await givenUp(db)]
  for (const waiter of waiters) counts.push(await waitingRecords(db, waiter))
  return Object.fromEntries(counts.flat())
}

// They are sent once more only on request.
async function givenUp(db: Database): Promise<Counts> {
  const [row] = await db
    .selectFrom('notifications')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'given up')
    .execute()
  return row && row.count > 0 ? [['notification given up', row.count]] : []
}

type Counts = readonly (readonly [name: string, count: number])[]

async function waitingRecords(db: Database, { table, states, onChain }: Waiter): Promise<Counts> {
  const { record } = states
  const subject = sql<string>`${`${record} `} || ${sql.ref(`${table}.id`)}`
  const held = onChain === undefined ? sql<number>`0` : sql.ref<number>(`${table}.held`)
  const rows = await db
    .selectFrom(table)
    .leftJoin('timers', (join) => join.on('timers.kind', '=', 'step').on('timers.subject', '=', subject))
    .leftJoin('transactions as sent', (join) =>
      join.on('sent.subject', '=', subject).on('sent.settled', '=', 0),
    )
    .select(['status', held.as('held')])
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', 'in', openValues(states))
    .where('timers.id', 'is', null)
    .where((where) =>
      where.or([
        where('sent.id', 'is', null),
        ...(onChain === undefined ? [] : [where(held, '=', 1), where('status', '!=', onChain)]),
      ]),
    )
    .groupBy(['held', 'status'])
    .orderBy('held')
    .orderBy('status')
    .execute()
  const free = rows.filter((row) => row.held === 0)
  const stopped = rows.filter((row) => row.held === 1).reduce((sum, { count }) => sum + count, 0)
  return [
    ...free.map(({ status, count }) => [`${record} ${stateOf(states, status)}`, count] as const),
    ...(stopped > 0 ? [[`${record} held`, stopped] as const] : []),
  ]
}

const openValues = ({ states }: StateTable): readonly number[] =>
  Object.values(states).flatMap(({ final, value }) => (final ? [] : [value]))

// Only `mine` makes blocks where a network has no interval.
async function waitingTransactions(db: Database): Promise<Counts> {
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
