import type { Selectable } from 'kysely'

import type { Database } from '../store/database.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'

/**
 * Counterparts of user accounts: `chain` is the outside world, `fees` collects service fees, `miners` collects network
 * fees, and `shortage` pays for spent credits that a reorganization undid.
 */
const counterparts = ['chain', 'fees', 'miners', 'shortage'] as const
type Counterpart = (typeof counterparts)[number]

export type Owner = Counterpart | `staked ${number}` | `user ${number}` | `wallet ${number}`

export const toUserOwner = (uid: number): Owner => `user ${uid}`
/** Owner of the available funds of an MPC wallet. */
export const toWalletOwner = (wallet: number): Owner => `wallet ${wallet}`
/** Owner of the staked funds of an MPC wallet. */
export const toStakedOwner = (wallet: number): Owner => `staked ${wallet}`

// Only counterparts may have a negative balance.
const isFundedOwner = (owner: string): boolean => counterparts.every((each) => each !== owner)

export interface Account {
  readonly id: number
  /** Debits, pending ones included, must not exceed credits. */
  readonly isFunded: boolean
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

const selectAccounts = prepareQuery((db, parameter: Parameter<Record<'appId' | 'one' | 'other' | 'symbol', string>>) =>
  db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('app_id', '=', parameter('appId'))
    .where('owner', 'in', [parameter('one'), parameter('other')])
    .where('symbol', '=', parameter('symbol')),
)

type AccountRow = Selectable<Schema['ledger_accounts']>

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  isFunded: row.funded === 1,
  debitsPosted: BigInt(row.debits_posted),
  creditsPosted: BigInt(row.credits_posted),
  debitsPending: BigInt(row.debits_pending),
  creditsPending: BigInt(row.credits_pending),
})

/** Returns both accounts of a transfer. The first transfer of an account opens it. */
export async function getAccounts(
  db: Database,
  {
    appId,
    symbol,
    from,
    to,
  }: { readonly appId: string; readonly symbol: string; readonly from: Owner; readonly to: Owner },
): Promise<{ readonly from: Account; readonly to: Account }> {
  const rows = await selectAccounts(db, { appId, symbol, one: from, other: to })
  const findOrOpenAccount = async (owner: Owner): Promise<Account> =>
    toAccount(rows.find((row) => row.owner === owner) ?? (await openAccount(db, { appId, symbol, owner })))
  return { from: await findOrOpenAccount(from), to: await findOrOpenAccount(to) }
}

const openAccount = (db: Database, { appId, symbol, owner }: AccountKey): Promise<AccountRow> =>
  db
    .insertInto('ledger_accounts')
    .values({
      app_id: appId,
      owner,
      symbol,
      funded: isFundedOwner(owner) ? 1 : 0,
      debits_posted: '0',
      credits_posted: '0',
      debits_pending: '0',
      credits_pending: '0',
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const getAccount = async (db: Database, id: number): Promise<Account> =>
  toAccount(await db.selectFrom('ledger_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

/** Available and locked funds; 0 if the account does not exist yet. */
export interface Balance {
  readonly available: bigint
  readonly locked: bigint
}

export async function getBalance(db: Database, { appId, symbol, owner }: AccountKey): Promise<Balance> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select(['credits_posted', 'debits_posted', 'debits_pending'])
    .where('app_id', '=', appId)
    .where('owner', '=', owner)
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  return { available: row ? computeAvailable(row) : 0n, locked: BigInt(row?.debits_pending ?? 0) }
}

/** Stored counters of an account; `null` if the account does not exist yet. */
export interface StoredCounters {
  readonly credits_posted: string | null
  readonly debits_posted: string | null
  readonly debits_pending: string | null
}

export const computeAvailable = (counters: StoredCounters): bigint =>
  BigInt(counters.credits_posted ?? 0) - BigInt(counters.debits_posted ?? 0) - BigInt(counters.debits_pending ?? 0)
