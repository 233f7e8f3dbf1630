// Counts records that no timer moves: they wait for control or a merchant.
import { sql } from 'kysely'

import { getStateName, type StateTable } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import type { RecordType, RecordTypes, StatefulType } from './record-types.ts'

/** Numbers of waiting records by reason. */
export type WaitingCounts = Readonly<Record<string, number>>

/** Counts waiting records without a timer by state. Held records are counted separately. */
export async function countWaiting(db: Database, types: RecordTypes): Promise<WaitingCounts> {
  const counts = [await countWaitingTransactions(db), await countGivenUp(db)]
  for (const { states, table } of Object.values<RecordType>(types))
    // Without actions, only the chain and notifications move a record.
    if (states && table && Object.keys(states.actions).length > 0)
      counts.push(await countWaitingRecords(db, { states, table }))
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

type WaitingTable = Pick<StatefulType, 'states' | 'table'>

async function countWaitingRecords(db: Database, { table, states }: WaitingTable): Promise<NamedCounts> {
  const { record } = states
  const onChain = findStateOnChain(states)
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

/** Value of the state in which the chain moves a record; `undefined` if records of the type cannot be held. */
function findStateOnChain({ actions, states, transitions }: StateTable): number | undefined {
  const [name = ''] = transitions['confirm']?.from ?? []
  return 'hold' in actions ? states[name]?.value : undefined
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
