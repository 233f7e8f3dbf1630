import { type CoinDefinition, coins, type NetworkDefinition, networks } from '@custody-wallet/demo/chain'
import type { Insertable } from 'kysely'

import { toUnits } from './amounts.ts'
import { type Clock, saveClock } from './clock/clock.ts'
import { insertMerchant, type NewMerchantRow } from './merchants/rows.ts'
import type { Database } from './store/database.ts'
import type { Schema } from './store/schema.ts'
import type { Origin } from './work.ts'

type NetworkRow = Omit<Insertable<Schema['networks']>, 'start'>
type CoinRow = Insertable<Schema['coins']>

const toNetworkRow = ([name, { symbol, acceleration, interval, height }]: [string, NetworkDefinition]): NetworkRow => ({
  name,
  symbol,
  symbol_alias: symbol,
  acceleration: acceleration ? 1 : 0,
  interval,
  height,
})

// The model has two types of coins: those with unspent outputs such as Bitcoin, and those with accounts.
const getCoinKind = ({ notation }: NetworkDefinition): CoinRow['kind'] => (notation === 'bitcoin' ? 'utxo' : 'account')

function toCoinRow([symbol, facts]: [string, CoinDefinition]): CoinRow {
  const network = networks[facts.network]
  const base = coins[network.symbol]
  return {
    symbol,
    network: facts.network,
    base_symbol: network.symbol,
    contract_address: facts.contract,
    kind: getCoinKind(network),
    memo: facts.memo ? 1 : 0,
    decimals: facts.decimals,
    confirmations: facts.confirmations,
    mode: 'timed',
    withdraw_fee: `${toUnits(facts.withdrawFee, facts.decimals)}`,
    // Networks charge fees in their own coin.
    miner_fee: `${toUnits(facts.minerFee, base.decimals)}`,
    minimum: `${toUnits(facts.minimum, facts.decimals)}`,
    maximum: `${toUnits(facts.maximum, facts.decimals)}`,
  }
}

export async function isEmptyStore(db: Database): Promise<boolean> {
  return (await db.selectFrom('settings').select('name').limit(1).executeTakeFirst()) === undefined
}

/** uid of the first user of the first merchant. */
export const firstUser = 10_001

/** Data that differs between sandboxes. */
interface InitialData {
  /** Source of transaction ids and addresses. */
  readonly seed: string
  readonly clock: Clock
  readonly merchants: readonly Pick<NewMerchantRow, 'appId' | 'profile'>[]
}

export async function fillData(db: Database, { seed, clock, merchants }: InitialData): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('settings')
    .values([
      { name: settingNames.seed, value: seed },
      { name: settingNames.addressForm, value: 'checksum' },
    ])
    .execute()
  await saveClock(db, clock)
  await db
    .insertInto('networks')
    .values(Object.entries(networks).map((network) => ({ ...toNetworkRow(network), start: now })))
    .execute()
  await db.insertInto('coins').values(Object.entries(coins).map(toCoinRow)).execute()
  for (const [at, merchant] of merchants.entries())
    await insertMerchant(db, now, { ...merchant, apiKey: '', keys: '', collectionUid: firstUser + at })
}

const settingNames = { seed: 'seed', addressForm: 'address form' } as const

/** Reads the source of ids and addresses. */
export async function readOrigin(db: Database): Promise<Origin> {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'in', Object.values(settingNames)).execute()
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const seed = values.get(settingNames.seed)
  if (seed === undefined)
    throw new TypeError('The data has no seed, so it is not the data of a sandbox: use other data.')
  return { seed, addressForm: values.has(settingNames.addressForm) ? 'checksum' : 'digits' }
}
