import { findCoin } from '../chain/coins.ts'
import { reject } from '../rules/rejection.ts'
import { limitOf } from '../rules/rules.ts'
import type { Database } from '../store/store.ts'
import type { Work } from '../work.ts'
import type { Calls } from './calls.ts'

const poolLimit = limitOf('address-pool')

export const addressCalls: Calls<'countAvailableAddresses' | 'registerAddresses'> = {
  async countAvailableAddresses({ db }, { symbol }, { appId }) {
    if (!(await findCoin(db, symbol)))
      reject('countAvailableAddresses', 'coin-known', `the sandbox has no coin ${symbol}.`)
    return { symbol, count: await available(db, appId, symbol) }
  },

  async registerAddresses(work, { symbol, addresses, memo }, { appId }) {
    const { db } = work
    const coin = await findCoin(db, symbol)
    if (!coin) reject('registerAddresses', 'coin-known', `the sandbox has no coin ${symbol}.`)
    if ((coin.memo === 1) !== memo)
      reject(
        'registerAddresses',
        'coin-memo',
        `${symbol} is a coin ${coin.memo ? 'with' : 'without'} memos: send memo=${coin.memo === 1}.`,
      )
    const fresh = await unregistered(db, appId, symbol, addresses)
    if (fresh.length === 0) return
    await (memo ? checkOnlyAddress(db, appId, symbol) : checkPool(db, appId, symbol))
    await db
      .insertInto('addresses')
      .values(fresh.map((address) => ({ app_id: appId, symbol, address, uid: null })))
      .execute()
  },
}

/** Addresses of a coin that no user has yet. */
export async function available(db: Database, appId: string, symbol: string): Promise<number> {
  const { count } = await db
    .selectFrom('addresses')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('uid', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

// A repeated push changes nothing.
async function unregistered(db: Database, appId: string, symbol: string, addresses: readonly string[]) {
  const known = await db
    .selectFrom('addresses')
    .select('address')
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('address', 'in', addresses)
    .execute()
  const registered = new Set(known.map(({ address }) => address))
  return [...new Set(addresses)].filter((address) => !registered.has(address))
}

async function checkPool(db: Database, appId: string, symbol: string): Promise<void> {
  const count = await available(db, appId, symbol)
  if (count >= poolLimit)
    reject(
      'registerAddresses',
      'address-pool',
      `${count} addresses of ${symbol} are available already; a push needs fewer than ${poolLimit}.`,
    )
}

// Users of a coin with memos share one address; the memo tells them apart.
async function checkOnlyAddress(db: Database, appId: string, symbol: string): Promise<void> {
  if ((await available(db, appId, symbol)) > 0)
    reject(
      'registerAddresses',
      'memo-address',
      `${symbol} is a coin with memos and has its one address already.`,
    )
}

/** Where the deposits of a user in a coin arrive. */
export interface DepositAddress {
  readonly address: string
  readonly memo: string
}

/** The deposit address of a user in a coin; the first call assigns one of the pool. */
export async function depositAddressOf(
  work: Work,
  appId: string,
  uid: number,
  symbol: string,
): Promise<DepositAddress | undefined> {
  const { db } = work
  const known = await db
    .selectFrom('deposit_addresses')
    .select(['address', 'memo'])
    .where('app_id', '=', appId)
    .where('uid', '=', uid)
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  return known ?? assign(work, appId, uid, symbol)
}

async function assign(
  { db }: Work,
  appId: string,
  uid: number,
  symbol: string,
): Promise<DepositAddress | undefined> {
  const free = await db
    .selectFrom('addresses')
    .select(['id', 'address'])
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('uid', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!free) return undefined
  const shared = (await findCoin(db, symbol))?.memo === 1
  if (!shared) await db.updateTable('addresses').set({ uid }).where('id', '=', free.id).execute()
  const place = { address: free.address, memo: shared ? `${uid}` : '' }
  await db
    .insertInto('deposit_addresses')
    .values({ app_id: appId, uid, symbol, ...place })
    .execute()
  return place
}

/** The user of a merchant whose deposits arrive at an address. */
export async function receiverOf(
  { db }: Work,
  appId: string,
  symbol: string,
  { address, memo }: DepositAddress,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('uid')
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('address', '=', address)
    .where('memo', '=', memo)
    .executeTakeFirst()
  return row?.uid
}
