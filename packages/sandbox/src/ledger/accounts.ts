import type { Selectable } from 'kysely'

import { type Parameter, prepared } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

/**
 * Accounts that balance those of users: `chain` is the world outside, `fees` are service fees, `miners` are fees of a
 * network, and `shortage` bears what a deep reorganisation of a chain took away.
 */
const counterparts = ['chain', 'fees', 'miners', 'shortage'] as const
type Counterpart = (typeof counterparts)[number]

/** Whose account it is. */
export type Owner = Counterpart | `staked ${number}` | `user ${number}` | `wallet ${number}`

export const userOwner = (uid: number): Owner => `user ${uid}`
/** What an MPC wallet can use. */
export const walletOwner = (wallet: number): Owner => `wallet ${wallet}`
/** What an MPC wallet has staked. */
export const stakedOwner = (wallet: number): Owner => `staked ${wallet}`

// Only the counterparts may owe: they stand for the world outside.
const isFunded = (owner: string): boolean => counterparts.every((each) => each !== owner)

/** An account of the ledger in one coin. */
export interface Account {
  readonly id: number
  /** Debits, pending ones included, must not exceed credits. */
  readonly funded: boolean
  readonly debitsPosted: bigint
  readonly creditsPosted: bigint
  readonly debitsPending: bigint
  readonly creditsPending: bigint
}

export interface AccountKey {
  readonly appId: string
  readonly symbol: string
  readonly owner: string
}

const rowsOf = prepared((db, parameter: Parameter<Record<'appId' | 'one' | 'other' | 'symbol', string>>) =>
  db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('app_id', '=', parameter('appId'))
    .where('owner', 'in', [parameter('one'), parameter('other')])
    .where('symbol', '=', parameter('symbol')),
)

type Row = Selectable<Schema['ledger_accounts']>

const accountIn = (row: Row): Account => ({
  id: row.id,
  funded: row.funded === 1,
  debitsPosted: BigInt(row.debits_posted),
  creditsPosted: BigInt(row.credits_posted),
  debitsPending: BigInt(row.debits_pending),
  creditsPending: BigInt(row.credits_pending),
})

/** Both accounts of a movement. An account is opened with its first transfer. */
export async function accountsOf(
  db: Database,
  {
    appId,
    symbol,
    from,
    to,
  }: { readonly appId: string; readonly symbol: string; readonly from: Owner; readonly to: Owner },
): Promise<{ readonly from: Account; readonly to: Account }> {
  const rows = await rowsOf(db, { appId, symbol, one: from, other: to })
  const account = async (owner: Owner): Promise<Account> =>
    accountIn(rows.find((row) => row.owner === owner) ?? (await openAccount(db, { appId, symbol, owner })))
  return { from: await account(from), to: await account(to) }
}

const openAccount = (db: Database, { appId, symbol, owner }: AccountKey): Promise<Row> =>
  db
    .insertInto('ledger_accounts')
    .values({
      app_id: appId,
      owner,
      symbol,
      funded: isFunded(owner) ? 1 : 0,
      debits_posted: '0',
      credits_posted: '0',
      debits_pending: '0',
      credits_pending: '0',
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The account of an id. */
export const accountAt = async (db: Database, id: number): Promise<Account> =>
  accountIn(await db.selectFrom('ledger_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** What the owner of an account can use and what waits; 0 where there is no account yet. */
export interface Balance {
  readonly available: bigint
  readonly locked: bigint
}

/** The balance of an account. */
export async function balanceOf(db: Database, { appId, symbol, owner }: AccountKey): Promise<Balance> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select(['credits_posted', 'debits_posted', 'debits_pending'])
    .where('app_id', '=', appId)
    .where('owner', '=', owner)
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  return { available: row ? availableOf(row) : 0n, locked: BigInt(row?.debits_pending ?? 0) }
}

/** Counters of an account as they are stored; `null` where there is no account yet. */
export interface StoredCounters {
  readonly credits_posted: string | null
  readonly debits_posted: string | null
  readonly debits_pending: string | null
}

/** What the owner of an account can use. */
export const availableOf = (counters: StoredCounters): bigint =>
  BigInt(counters.credits_posted ?? 0) -
  BigInt(counters.debits_posted ?? 0) -
  BigInt(counters.debits_pending ?? 0)
