import type { Database } from '../store/store.ts'

/**
 * Accounts that balance those of users: `chain` is the world outside, `fees` are service fees, `miners` are fees of a
 * network, and `shortage` bears what a deep reorganisation of a chain took away.
 */
const counterparts = ['chain', 'fees', 'miners', 'shortage'] as const
export type Counterpart = (typeof counterparts)[number]

/** Whose account it is. */
export type Owner = Counterpart | `user ${number}`

export const userOwner = (uid: number): Owner => `user ${uid}`

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

const rowOf = (db: Database, { appId, symbol, owner }: AccountKey) =>
  db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('app_id', '=', appId)
    .where('owner', '=', owner)
    .where('symbol', '=', symbol)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

const accountIn = (row: Row): Account => ({
  id: row.id,
  funded: row.funded === 1,
  debitsPosted: BigInt(row.debits_posted),
  creditsPosted: BigInt(row.credits_posted),
  debitsPending: BigInt(row.debits_pending),
  creditsPending: BigInt(row.credits_pending),
})

/** The account of an owner in a coin. It is opened with the first transfer. */
export async function accountOf(db: Database, key: AccountKey): Promise<Account> {
  const known = await rowOf(db, key)
  if (known) return accountIn(known)
  const none = { debits_posted: '0', credits_posted: '0', debits_pending: '0', credits_pending: '0' }
  const opened = await db
    .insertInto('ledger_accounts')
    .values({
      app_id: key.appId,
      owner: key.owner,
      symbol: key.symbol,
      funded: key.owner.startsWith('user ') ? 1 : 0,
      ...none,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return accountIn(opened)
}

/** What the owner of an account can use and what waits; 0 where there is no account yet. */
export interface Balance {
  readonly available: bigint
  readonly locked: bigint
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
