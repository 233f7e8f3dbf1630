// What a new sandbox contains: networks, coins and the demo merchants.
import type { Insertable } from 'kysely'

import { unitsOf } from './amounts.ts'
import { type Clock, saveClock } from './clock/clock.ts'
import { insertMerchant, type NewMerchantRow } from './merchants/rows.ts'
import type { Schema } from './store/schema.ts'
import type { Database } from './store/store.ts'

type NetworkRow = Omit<Insertable<Schema['networks']>, 'start'>
type CoinRow = Insertable<Schema['coins']>

const networks: readonly NetworkRow[] = [
  {
    name: 'Bitcoin',
    symbol: 'BTC',
    symbol_alias: 'BTC',
    acceleration: 1,
    interval: 600_000,
    height: 900_000,
  },
  {
    name: 'Ethereum',
    symbol: 'ETH',
    symbol_alias: 'ETH',
    acceleration: 1,
    interval: 12_000,
    height: 22_000_000,
  },
  { name: 'Tron', symbol: 'TRX', symbol_alias: 'TRX', acceleration: 0, interval: 3000, height: 70_000_000 },
  {
    name: 'XRP Ledger',
    symbol: 'XRP',
    symbol_alias: 'XRP',
    acceleration: 0,
    interval: 4000,
    height: 95_000_000,
  },
]

interface CoinFacts {
  readonly network: string
  readonly base: string
  readonly kind: CoinRow['kind']
  readonly decimals: number
  readonly confirmations: number
  readonly memo?: 1
  readonly contract?: string
  readonly withdrawFee: string
  readonly minerFee: string
  readonly minimum: string
  readonly maximum: string
}

const coins: Readonly<Record<string, CoinFacts>> = {
  BTC: {
    network: 'Bitcoin',
    base: 'BTC',
    kind: 'utxo',
    decimals: 8,
    confirmations: 3,
    withdrawFee: '0.0002',
    minerFee: '0.0001',
    minimum: '0.0005',
    maximum: '100',
  },
  ETH: {
    network: 'Ethereum',
    base: 'ETH',
    kind: 'account',
    decimals: 18,
    confirmations: 12,
    withdrawFee: '0.002',
    minerFee: '0.0005',
    minimum: '0.005',
    maximum: '1000',
  },
  USDT: {
    network: 'Ethereum',
    base: 'ETH',
    kind: 'account',
    decimals: 6,
    confirmations: 12,
    contract: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    withdrawFee: '3',
    minerFee: '0.001',
    minimum: '10',
    maximum: '1000000',
  },
  TRX: {
    network: 'Tron',
    base: 'TRX',
    kind: 'account',
    decimals: 6,
    confirmations: 19,
    withdrawFee: '1',
    minerFee: '0.3',
    minimum: '5',
    maximum: '10000000',
  },
  XRP: {
    network: 'XRP Ledger',
    base: 'XRP',
    kind: 'account',
    decimals: 6,
    confirmations: 1,
    memo: 1,
    withdrawFee: '0.25',
    minerFee: '0.00001',
    minimum: '1',
    maximum: '1000000',
  },
}

const decimalsOf = (symbol: string): number => coins[symbol]?.decimals ?? 0

const coinRow = (symbol: string, facts: CoinFacts): CoinRow => ({
  symbol,
  network: facts.network,
  base_symbol: facts.base,
  contract_address: facts.contract ?? '',
  kind: facts.kind,
  memo: facts.memo ?? 0,
  decimals: facts.decimals,
  confirmations: facts.confirmations,
  mode: 'timed',
  withdraw_fee: `${unitsOf(facts.withdrawFee, facts.decimals)}`,
  // Networks take their fees in their own coin.
  miner_fee: `${unitsOf(facts.minerFee, decimalsOf(facts.base))}`,
  minimum: `${unitsOf(facts.minimum, facts.decimals)}`,
  maximum: `${unitsOf(facts.maximum, facts.decimals)}`,
})

/** Whether rows have not been filled yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('settings').select('name').limit(1).executeTakeFirst()) === undefined
}

/** uid of the first user of the first merchant. */
export const firstUser = 10_001

/** What makes new rows differ between sandboxes. */
interface Beginning {
  /** Text from which transaction ids and addresses derive. */
  readonly seed: string
  readonly clock: Clock
  readonly merchants: readonly Pick<NewMerchantRow, 'appId' | 'profile'>[]
}

/** Fills the tables of a new sandbox. */
export async function fillRows(db: Database, { seed, clock, merchants }: Beginning): Promise<void> {
  const now = clock.now()
  await db.insertInto('settings').values({ name: 'seed', value: seed }).execute()
  await saveClock(db, clock)
  await db
    .insertInto('networks')
    .values(networks.map((network) => ({ ...network, start: now })))
    .execute()
  await db
    .insertInto('coins')
    .values(Object.entries(coins).map(([symbol, facts]) => coinRow(symbol, facts)))
    .execute()
  for (const [at, merchant] of merchants.entries())
    await insertMerchant(db, now, { ...merchant, apiKey: '', keys: '', collectionUid: firstUser + at })
}

/** The seed of rows that were filled. */
export async function seedIn(db: Database): Promise<string> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'seed')
    .executeTakeFirstOrThrow()
  return value
}
