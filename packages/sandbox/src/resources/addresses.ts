import type { Profile } from '@custody-wallet/encryption'

import { coinOf, findCoin } from '../chain/coins.ts'
import { addressOf } from '../chain/notation.ts'
import { reject } from '../rules/rejection.ts'
import { limitOf } from '../rules/rules.ts'
import type { Database } from '../store/store.ts'
import type { Work } from '../work.ts'
import type { Calls } from './calls.ts'

/** Number of available addresses at which the rule about pushes changes. */
export const poolLimit: number = limitOf('address-pool')

export const addressCalls: Calls<'countAvailableAddresses' | 'registerAddresses'> = {
  async countAvailableAddresses({ db }, { symbol }, { appId }) {
    if (!(await findCoin(db, symbol)))
      reject('countAvailableAddresses', 'coin-known', `the sandbox has no coin ${symbol}.`)
    return { symbol, count: await available(db, appId, symbol) }
  },

  async registerAddresses(work, { symbol, addresses, memo }, { appId, poolRule }) {
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
    await (memo ? checkOnlyAddress(db, appId, symbol) : checkPool(db, appId, symbol, poolRule))
    await checkFree(db, symbol, fresh)
    await insertAddresses(db, appId, symbol, fresh)
  },
}

const insertAddresses = (db: Database, appId: string, symbol: string, addresses: readonly string[]) =>
  db
    .insertInto('addresses')
    .values(addresses.map((address) => ({ app_id: appId, symbol, address, uid: null })))
    .execute()

// The text does not say that another merchant has the address.
async function checkFree(db: Database, symbol: string, addresses: readonly string[]): Promise<void> {
  const taken = await db
    .selectFrom('addresses')
    .select('address')
    .where('symbol', '=', symbol)
    .where('address', 'in', addresses)
    .orderBy('id')
    .executeTakeFirst()
  if (taken)
    reject('registerAddresses', 'address-free', `${taken.address} cannot be registered: push another one.`)
}

const mostAtOnce = 1000

/** How many addresses each unit of work adds, so that no other call waits for all of them. */
export function portionsOf(count: number): readonly number[] {
  if (!Number.isSafeInteger(count) || count < 1 || count > 100_000)
    throw new TypeError(`addresses.generate() adds 1 to 100000 addresses, not ${count}.`)
  const portions = Math.ceil(count / mostAtOnce)
  return Array.from({ length: portions }, (_, at) => Math.min(mostAtOnce, count - at * mostAtOnce))
}

/** Adds addresses to the pool that belong to the seed. The rules of a push do not apply. */
export async function generateAddresses(
  work: Work,
  appId: string,
  symbol: string,
  count: number,
): Promise<number> {
  const { db } = work
  const coin = await coinOf(db, symbol)
  if (coin.memo === 1) throw new TypeError(`${symbol} is a coin with memos: register its one address.`)
  const { first } = await db
    .selectFrom('addresses')
    .select((select) => select.fn.countAll<number>().as('first'))
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .executeTakeFirstOrThrow()
  const addresses = Array.from({ length: count }, (_, at) =>
    addressOf(work, coin.network, `address ${appId} ${symbol} ${first + at}`),
  )
  await insertAddresses(db, appId, symbol, addresses)
  return available(db, appId, symbol)
}

/** Addresses of a coin that no user has yet. */
async function available(db: Database, appId: string, symbol: string): Promise<number> {
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

type PoolRule = Profile['poolRule']

// The interface can be read in two ways.
const poolRules: Readonly<
  Record<PoolRule, { readonly allows: (count: number) => boolean; readonly needs: string }>
> = {
  'refuse-from-5000': { allows: (count) => count < poolLimit, needs: `fewer than ${poolLimit}` },
  'require-over-5000': { allows: (count) => count > poolLimit, needs: `more than ${poolLimit}` },
}

async function checkPool(db: Database, appId: string, symbol: string, rule: PoolRule): Promise<void> {
  const count = await available(db, appId, symbol)
  const { allows, needs } = poolRules[rule]
  if (!allows(count))
    reject(
      'registerAddresses',
      'address-pool',
      `${count} addresses of ${symbol} are available; a push needs ${needs}.`,
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
