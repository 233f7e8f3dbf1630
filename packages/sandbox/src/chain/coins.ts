import type { Selectable } from 'kysely'

import { formatAmount, maxUnits, toUnits } from '../amounts.ts'
import { ExistsError, MissingError } from '../errors.ts'
import { suggestName } from '../names.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { getNetwork } from './networks.ts'

export type Coin = Selectable<Schema['coins']>

export const findCoin = (db: Database, symbol: string): Promise<Coin | undefined> =>
  db.selectFrom('coins').selectAll().where('symbol', '=', symbol).executeTakeFirst()

/** Returns a coin. If the symbol is unknown, the error suggests a similar one. */
export async function getCoin(db: Database, symbol: string): Promise<Coin> {
  const coin = await findCoin(db, symbol)
  if (coin) return coin
  throw new MissingError(await describeUnknownCoin(db, symbol))
}

/** Describes an unknown coin, for the errors of all calls. */
export async function describeUnknownCoin(db: Database, symbol: string): Promise<string> {
  const rows = await db.selectFrom('coins').select('symbol').orderBy('symbol').execute()
  const suggestion = suggestName(
    symbol,
    rows.map((row) => row.symbol),
  )
  return `There is no coin ${symbol}. ${suggestion} To add a coin, call coins.create.`
}

/** Whether a transaction has enough confirmations. In the mode `instant`, none are needed. */
export const isConfirmedBy = ({ mode, confirmations: required }: Coin, confirmations: number): boolean =>
  mode === 'instant' || confirmations >= required

/** Settings that can change while the coin is in use. */
export interface CoinSettings {
  /** Whether records advance only by control (`manual`), with the clock (`timed`), or at once (`instant`). */
  readonly mode?: Coin['mode'] | undefined
  /** Blocks until a transaction is final. The block that contains it counts. */
  readonly confirmations?: number | undefined
  readonly withdrawFee?: string | undefined
  /** In the fee coin of the network. */
  readonly minerFee?: string | undefined
  readonly minimum?: string | undefined
  readonly maximum?: string | undefined
}

export interface NewCoin extends CoinSettings {
  readonly symbol: string
  readonly network: string
  readonly decimals: number
  readonly kind?: Coin['kind'] | undefined
  /** Whether all users share one address, and memos identify them. */
  readonly memo?: boolean | undefined
  /** Fee coin of the network. Default: the new coin. */
  readonly base?: string | undefined
  readonly contractAddress?: string | undefined
}

export async function createCoin({ db }: Work, input: NewCoin): Promise<Coin> {
  const { symbol, decimals, base = symbol, kind = 'account' } = input
  if (!/^[A-Za-z0-9][\w.-]{0,31}$/.test(symbol))
    throw new TypeError(`${symbol} is not a valid symbol: use letters and digits, such as USDC.`)
  if (await findCoin(db, symbol))
    throw new ExistsError(`Coin ${symbol} exists already: call coins.update to change it.`)
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 18)
    throw new TypeError(`decimals must be an integer from 0 to 18, not ${decimals}.`)
  if (kind !== 'account' && kind !== 'utxo') throw new TypeError(`kind must be account or utxo, not ${String(kind)}.`)
  const network = await getNetwork(db, input.network)
  const feeDecimals = base === symbol ? decimals : (await getCoin(db, base)).decimals
  const free = { withdraw_fee: '0', miner_fee: '0', minimum: '0', maximum: `${maxUnits}` }
  return db
    .insertInto('coins')
    .values({
      symbol,
      network: network.name,
      base_symbol: base,
      contract_address: input.contractAddress ?? '',
      kind,
      memo: input.memo ? 1 : 0,
      decimals,
      confirmations: 1,
      mode: 'timed',
      ...free,
      ...toStoredSettings(input, decimals, feeDecimals),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes the settings of a coin. The caller must then settle its network. */
export async function updateCoin({ db }: Work, symbol: string, settings: CoinSettings): Promise<Coin> {
  const { base_symbol: base, decimals } = await getCoin(db, symbol)
  const changes = toStoredSettings(settings, decimals, (await getCoin(db, base)).decimals)
  if (Object.keys(changes).length === 0)
    throw new TypeError(`coins.update has no change for ${symbol}: set mode, confirmations, a fee or a limit.`)
  return db.updateTable('coins').set(changes).where('symbol', '=', symbol).returningAll().executeTakeFirstOrThrow()
}

type StoredSettings = Partial<
  Pick<Coin, 'confirmations' | 'maximum' | 'miner_fee' | 'minimum' | 'mode' | 'withdraw_fee'>
>

const modes: readonly string[] = ['instant', 'manual', 'timed'] satisfies readonly Coin['mode'][]

function toStoredSettings(input: CoinSettings, decimals: number, feeDecimals: number): StoredSettings {
  const { mode, confirmations, withdrawFee, minerFee, minimum, maximum } = input
  if (mode !== undefined && !modes.includes(mode))
    throw new TypeError(`mode must be one of ${modes.join(', ')}, not ${mode}.`)
  if (confirmations !== undefined && !isConfirmationCount(confirmations))
    throw new TypeError(`confirmations must be an integer from 1 to ${maxConfirmations}, not ${confirmations}.`)
  return {
    ...(mode !== undefined && { mode }),
    ...(confirmations !== undefined && { confirmations }),
    ...(withdrawFee !== undefined && { withdraw_fee: toStoredAmount(withdrawFee, decimals) }),
    ...(minerFee !== undefined && { miner_fee: toStoredAmount(minerFee, feeDecimals) }),
    ...(minimum !== undefined && { minimum: toStoredAmount(minimum, decimals) }),
    ...(maximum !== undefined && { maximum: toStoredAmount(maximum, decimals) }),
  }
}

// The clock stops at each block of an unconfirmed transaction, so more blocks would take minutes.
const maxConfirmations = 10_000

const isConfirmationCount = (value: number): boolean =>
  Number.isSafeInteger(value) && value > 0 && value <= maxConfirmations

function toStoredAmount(amount: string, decimals: number): string {
  const units = toUnits(amount, decimals)
  if (units < 0n) throw new TypeError(`${amount} is negative: fees and limits of a coin must be 0 or more.`)
  if (units <= maxUnits) return `${units}`
  throw new TypeError(`${amount} is too large: the limit is ${formatAmount(maxUnits, decimals)}.`)
}
