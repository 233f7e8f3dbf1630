import type { Selectable } from 'kysely'

import { formatAmount, maxUnits, toUnits } from '../amounts.ts'
import { ExistsError, MissingError } from '../errors.ts'
import { suggestName } from '../names.ts'
import type { Schema } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import type { Work } from '../work.ts'
import { getNetwork } from './networks.ts'

/** A coin of the sandbox. */
export type Coin = Selectable<Schema['coins']>

/** The coin of a symbol, where there is one. */
export const findCoin = (db: Database, symbol: string): Promise<Coin | undefined> =>
  db.selectFrom('coins').selectAll().where('symbol', '=', symbol).executeTakeFirst()

/** The coin of a symbol. Throws where there is none, and names a similar one. */
export async function getCoin(db: Database, symbol: string): Promise<Coin> {
  const coin = await findCoin(db, symbol)
  if (coin) return coin
  const symbols = (await db.selectFrom('coins').select('symbol').orderBy('symbol').execute()).map(
    (each) => each.symbol,
  )
  throw new MissingError(
    `There is no coin ${symbol}. ${suggestName(symbol, symbols)} coins.create makes others.`,
  )
}

/** Whether a transaction of the coin counts with these confirmations. In the mode `instant`, it counts at once. */
export const isConfirmedBy = ({ mode, confirmations: required }: Coin, confirmations: number): boolean =>
  mode === 'instant' || confirmations >= required

/** What can change while a coin is in use. */
export interface CoinSettings {
  /** How records advance: by control only, by the clock, or at once. */
  readonly mode?: Coin['mode'] | undefined
  /** Blocks from the one with a transaction on, until it counts. */
  readonly confirmations?: number | undefined
  readonly withdrawFee?: string | undefined
  /** In the coin that the network takes fees in. */
  readonly minerFee?: string | undefined
  readonly minimum?: string | undefined
  readonly maximum?: string | undefined
}

/** A coin that control creates. */
export interface NewCoin extends CoinSettings {
  readonly symbol: string
  readonly network: string
  readonly decimals: number
  readonly kind?: Coin['kind'] | undefined
  /** Whether users share one address, told apart by memos. */
  readonly memo?: boolean | undefined
  /** Coin that the network takes fees in; the coin itself unless given. */
  readonly base?: string | undefined
  readonly contractAddress?: string | undefined
}

/** Creates a coin on a network. */
export async function createCoin({ db }: Work, input: NewCoin): Promise<Coin> {
  const { symbol, decimals, base = symbol, kind = 'account' } = input
  if (!/^[A-Za-z0-9][\w.-]{0,31}$/.test(symbol))
    throw new TypeError(`${symbol} is not a symbol of a coin: use letters and digits, such as USDC.`)
  if (await findCoin(db, symbol))
    throw new ExistsError(`There is a coin ${symbol} already: use coins.update.`)
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 18)
    throw new TypeError(`A coin has 0 to 18 decimal places, not ${decimals}.`)
  if (kind !== 'account' && kind !== 'utxo')
    throw new TypeError(`A coin is account or utxo, not ${String(kind)}.`)
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

/** Changes the settings of a coin. Settle its network afterwards. */
export async function updateCoin({ db }: Work, symbol: string, settings: CoinSettings): Promise<Coin> {
  const { base_symbol: base, decimals } = await getCoin(db, symbol)
  const changes = toStoredSettings(settings, decimals, (await getCoin(db, base)).decimals)
  if (Object.keys(changes).length === 0)
    throw new TypeError(
      `coins.update of ${symbol} changes nothing: give mode, confirmations, a fee or a limit.`,
    )
  return db
    .updateTable('coins')
    .set(changes)
    .where('symbol', '=', symbol)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type StoredSettings = Partial<
  Pick<Coin, 'confirmations' | 'maximum' | 'miner_fee' | 'minimum' | 'mode' | 'withdraw_fee'>
>

const modes: readonly string[] = ['instant', 'manual', 'timed'] satisfies readonly Coin['mode'][]

function toStoredSettings(input: CoinSettings, decimals: number, feeDecimals: number): StoredSettings {
  const { mode, confirmations, withdrawFee, minerFee, minimum, maximum } = input
  if (mode !== undefined && !modes.includes(mode))
    throw new TypeError(`The mode of a coin is ${modes.join(', ')}, not ${mode}.`)
  if (confirmations !== undefined && !isConfirmationCount(confirmations))
    throw new TypeError(
      `A coin needs an integer of confirmations from 1 to ${maxConfirmations}, not ${confirmations}.`,
    )
  return {
    ...(mode !== undefined && { mode }),
    ...(confirmations !== undefined && { confirmations }),
    ...(withdrawFee !== undefined && { withdraw_fee: toStoredAmount(withdrawFee, decimals) }),
    ...(minerFee !== undefined && { miner_fee: toStoredAmount(minerFee, feeDecimals) }),
    ...(minimum !== undefined && { minimum: toStoredAmount(minimum, decimals) }),
    ...(maximum !== undefined && { maximum: toStoredAmount(maximum, decimals) }),
  }
}

// Each block of a transaction that waits is a step of the clock: more of them would take minutes.
const maxConfirmations = 10_000

const isConfirmationCount = (value: number): boolean =>
  Number.isSafeInteger(value) && value > 0 && value <= maxConfirmations

function toStoredAmount(amount: string, decimals: number): string {
  const units = toUnits(amount, decimals)
  if (units < 0n) throw new TypeError(`${amount} is below 0: fees and limits of a coin start at 0.`)
  if (units <= maxUnits) return `${units}`
  throw new TypeError(
    `${amount} is more than the sandbox keeps: ${formatAmount(maxUnits, decimals)} is the limit.`,
  )
}
