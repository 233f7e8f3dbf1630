import {
  formatAmount,
  type CoinDefinition,
  type CoinName,
  coins,
  type Notation,
  networks,
  createTestAddress,
} from '@custody-wallet/demo/chain'
import { type Decimal, isDecimal } from '@custody-wallet/types'

import { pickInteger } from './pick.ts'

/** A coin with the facts of its network. */
export interface Coin extends CoinDefinition {
  readonly symbol: string
  /** Coin in which the network charges fees. */
  readonly base: string
  readonly notation: Notation
  /** Milliseconds between two blocks. */
  readonly interval: number
}

const isKnownCoin = (symbol: string): symbol is CoinName => Object.hasOwn(coins, symbol)

/** Returns the coin of a symbol. An unknown symbol becomes a token of Ethereum. */
export function getCoin(symbol: string): Coin {
  const facts = isKnownCoin(symbol) ? coins[symbol] : buildTokenCoin(symbol)
  const { symbol: base, notation, interval } = networks[facts.network]
  return { ...facts, symbol, base, notation, interval }
}

const buildTokenCoin = (symbol: string): CoinDefinition => ({
  ...coins.USDT,
  contract: createTestAddress('ethereum', `contract of ${symbol}`),
})

export function toDecimal(text: string): Decimal {
  if (isDecimal(text)) return text
  throw new TypeError(`${text} is not a decimal.`)
}

/** Picks a plausible amount of a coin, from its smallest payment up to 9999 units of its last decimal place. */
export function pickAmount({ minimum }: Coin, seed: string, name: string): Decimal {
  const { digits, scale } = parseAmount(minimum)
  return formatAmount(BigInt(pickInteger(seed, name, [digits, 9999])), scale)
}

/** Picks the paid part of an estimated fee: 70 to 99 percent, if the coin has enough decimal places. */
export function pickPaidFee({ minerFee, base }: Coin, seed: string): Decimal {
  const { digits, scale } = parseAmount(minerFee)
  if (scale + 2 > getCoin(base).decimals) return toDecimal(minerFee)
  return formatAmount(BigInt(digits * pickInteger(seed, 'paid fee', [70, 99])), scale + 2)
}

function parseAmount(amount: string): { readonly digits: number; readonly scale: number } {
  const [whole = '', fraction = ''] = amount.split('.')
  return { digits: Number(whole + fraction), scale: fraction.length }
}
