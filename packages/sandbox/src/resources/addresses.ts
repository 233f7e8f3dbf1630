import type { CallSettings } from '@custody-wallet/encryption'

import { describeUnknownCoin, findCoin, getCoin } from '../chain/coins.ts'
import { createAddress } from '../chain/notation.ts'
import { reject } from '../rules/rejection.ts'
import { getLimit } from '../rules/rules.ts'
import type { Database } from '../store/database.ts'
import type { Work } from '../work.ts'
import type { CallHandlers } from './calls.ts'

/** Number of available addresses at which the rule for pushes changes. */
export const poolLimit: number = getLimit('address-pool')

export const addressCalls: CallHandlers<'countAvailableAddresses' | 'registerAddresses'> = {
  async countAvailableAddresses({ db }, { symbol }, { appId }) {
    if (!(await findCoin(db, symbol)))
      reject('countAvailableAddresses', 'coin-known', await describeUnknownCoin(db, symbol))
    return { symbol, count: await countAvailable(db, appId, symbol) }
  },

  async registerAddresses(work, { symbol, addresses, memo }, { appId, pushWhen }) {
    const { db } = work
    const coin = await findCoin(db, symbol)
    if (!coin) reject('registerAddresses', 'coin-known', await describeUnknownCoin(db, symbol))
    if ((coin.memo === 1) !== memo)
      reject(
        'registerAddresses',
        'coin-memo',
        `${symbol} is a coin ${coin.memo ? 'with' : 'without'} memos: send memo=${coin.memo === 1}.`,
      )
    const newAddresses = await listUnregistered(db, appId, symbol, addresses)
    if (newAddresses.length === 0) return
    await (memo ? checkOnlyAddress(db, appId, symbol) : checkPool(db, appId, symbol, pushWhen))
    await checkAddressesAreFree(db, symbol, newAddresses)
    await insertAddresses(db, appId, symbol, newAddresses)
  },
}

const insertAddresses = (db: Database, appId: string, symbol: string, addresses: readonly string[]) =>
  db
    .insertInto('addresses')
    .values(addresses.map((address) => ({ app_id: appId, symbol, address, uid: null })))
    .execute()

// The error must not reveal that another merchant has the address.
async function checkAddressesAreFree(db: Database, symbol: string, addresses: readonly string[]): Promise<void> {
  const takenAddress = await db
    .selectFrom('addresses')
    .select('address')
    .where('symbol', '=', symbol)
    .where('address', 'in', addresses)
    .orderBy('id')
    .executeTakeFirst()
  if (takenAddress)
    reject('registerAddresses', 'address-free', `${takenAddress.address} cannot be registered: push another address.`)
}

const batchSize = 1000

/** Splits a large number of addresses over several units of work, so that other calls can run in between. */
export function splitCount(count: number): readonly number[] {
  if (!Number.isSafeInteger(count) || count < 1 || count > 100_000)
    throw new TypeError(`count must be an integer from 1 to 100000, not ${count}.`)
  const portions = Math.ceil(count / batchSize)
  return Array.from({ length: portions }, (_, at) => Math.min(batchSize, count - at * batchSize))
}

/** Adds addresses derived from the seed to the pool. The rules of a push do not apply. */
export async function generateAddresses(work: Work, appId: string, symbol: string, count: number): Promise<number> {
  const { db } = work
  const coin = await getCoin(db, symbol)
  if (coin.memo === 1)
    throw new TypeError(`${symbol} is a coin with memos: register its only address with addresses.register.`)
  const { first } = await db
    .selectFrom('addresses')
    .select((select) => select.fn.countAll<number>().as('first'))
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .executeTakeFirstOrThrow()
  const addresses = Array.from({ length: count }, (_, at) =>
    createAddress(work, coin.network, `address ${appId} ${symbol} ${first + at}`),
  )
  await insertAddresses(db, appId, symbol, addresses)
  return countAvailable(db, appId, symbol)
}

async function countAvailable(db: Database, appId: string, symbol: string): Promise<number> {
  const { count } = await db
    .selectFrom('addresses')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('uid', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

// A duplicate push changes nothing.
async function listUnregistered(db: Database, appId: string, symbol: string, addresses: readonly string[]) {
  const knownAddress = await db
    .selectFrom('addresses')
    .select('address')
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('address', 'in', addresses)
    .execute()
  const registeredAddresses = new Set(knownAddress.map(({ address }) => address))
  return [...new Set(addresses)].filter((address) => !registeredAddresses.has(address))
}

type PushWhen = CallSettings['pushWhen']

// The interface allows two interpretations.
const pushConditions: Readonly<
  Record<PushWhen, { readonly isAllowed: (count: number) => boolean; readonly needs: string }>
> = {
  'below-5000': { isAllowed: (count) => count < poolLimit, needs: `fewer than ${poolLimit}` },
  'above-5000': { isAllowed: (count) => count > poolLimit, needs: `more than ${poolLimit}` },
}

async function checkPool(db: Database, appId: string, symbol: string, rule: PushWhen): Promise<void> {
  const count = await countAvailable(db, appId, symbol)
  const { isAllowed, needs } = pushConditions[rule]
  if (!isAllowed(count))
    reject('registerAddresses', 'address-pool', `${count} addresses of ${symbol} are available; a push needs ${needs}.`)
}

// Users of a coin with memos share one address.
async function checkOnlyAddress(db: Database, appId: string, symbol: string): Promise<void> {
  if ((await countAvailable(db, appId, symbol)) > 0)
    reject('registerAddresses', 'memo-address', `${symbol} is a coin with memos and already has its only address.`)
}

/** Deposit address of a user in a coin. */
export interface DepositAddress {
  readonly address: string
  readonly memo: string
}

/** Returns the deposit address of a user in a coin. The first call assigns one from the pool. */
export async function getDepositAddress(
  work: Work,
  appId: string,
  uid: number,
  symbol: string,
): Promise<DepositAddress | undefined> {
  const { db } = work
  const knownAddress = await db
    .selectFrom('deposit_addresses')
    .select(['address', 'memo'])
    .where('app_id', '=', appId)
    .where('uid', '=', uid)
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  return knownAddress ?? assignAddress(work, appId, uid, symbol)
}

async function assignAddress(
  { db }: Work,
  appId: string,
  uid: number,
  symbol: string,
): Promise<DepositAddress | undefined> {
  const freeAddress = await db
    .selectFrom('addresses')
    .select(['id', 'address'])
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('uid', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!freeAddress) return undefined
  const isShared = (await findCoin(db, symbol))?.memo === 1
  if (!isShared) await db.updateTable('addresses').set({ uid }).where('id', '=', freeAddress.id).execute()
  const depositAddress = { address: freeAddress.address, memo: isShared ? `${uid}` : '' }
  await db
    .insertInto('deposit_addresses')
    .values({ app_id: appId, uid, symbol, ...depositAddress })
    .execute()
  return depositAddress
}
