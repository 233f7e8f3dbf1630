import {
  amountOf,
  type CoinFacts,
  type CoinName,
  coins,
  type Notation,
  networks,
  testAddress,
} from '@custody-wallet/server/chain'
import { type Decimal, isDecimal } from '@custody-wallet/types'

import { wholeIn } from './pick.ts'

/** A coin with the facts of its network. */
export interface Coin extends CoinFacts {
  readonly symbol: string
  /** Coin in which the network takes fees. */
  readonly base: string
  readonly notation: Notation
  /** Milliseconds between two blocks. */
  readonly interval: number
}

const isKnown = (symbol: string): symbol is CoinName => Object.hasOwn(coins, symbol)

/** The coin of a symbol. One that the table does not have looks like a token of Ethereum. */
export function coinNamed(symbol: string): Coin {
  const facts = isKnown(symbol) ? coins[symbol] : tokenNamed(symbol)
  const { symbol: base, notation, interval } = networks[facts.network]
  return { ...facts, symbol, base, notation, interval }
}

const tokenNamed = (symbol: string): CoinFacts => ({
  ...coins.USDT,
  contract: testAddress('ethereum', `contract of ${symbol}`),
})

/** An amount text of our tables as a decimal. */
export function decimal(text: string): Decimal {
  if (isDecimal(text)) return text
  throw new TypeError(`${text} is not a decimal.`)
}

/** A plausible amount of a coin: up to 10,000 times the last place of its smallest payment. */
export function amountIn({ minimum }: Coin, seed: string, name: string): Decimal {
  const { digits, places } = scaled(minimum)
  return amountOf(BigInt(wholeIn(seed, name, [digits, 9999])), places)
}

/** What the network really took of an estimated fee: 70 to 99 percent, if the coin has the decimal places. */
export function paidFee({ minerFee, base }: Coin, seed: string): Decimal {
  const { digits, places } = scaled(minerFee)
  if (places + 2 > coinNamed(base).decimals) return decimal(minerFee)
  return amountOf(BigInt(digits * wholeIn(seed, 'paid fee', [70, 99])), places + 2)
}

function scaled(amount: string): { readonly digits: number; readonly places: number } {
  const [whole = '', fraction = ''] = amount.split('.')
  return { digits: Number(whole + fraction), places: fraction.length }
}
