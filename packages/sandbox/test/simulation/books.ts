// The merchant's own books: double entry in the smallest units, with a key for each posting.
import { type Decimal, isDecimal } from '@custody-wallet/types'

export const coins = {
  BTC: { network: 'Bitcoin', decimals: 8, fee: '0.0002', memo: false },
  ETH: { network: 'Ethereum', decimals: 18, fee: '0.002', memo: false },
  USDT: { network: 'Ethereum', decimals: 6, fee: '3', memo: false },
  XRP: { network: 'XRP Ledger', decimals: 6, fee: '0.25', memo: true },
  TRX: { network: 'Tron', decimals: 6, fee: '1', memo: false },
} as const

export type Symbol = keyof typeof coins
/** Coins of customers. The merchant's own wallet has TRX, too. */
export const symbols: readonly [Symbol, ...Symbol[]] = ['BTC', 'ETH', 'USDT', 'XRP']

export const isSymbol = (text: string): text is Symbol => Object.hasOwn(coins, text)

/** Converts an amount to the smallest units of its coin. */
export function toUnits(amount: string, symbol: Symbol): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(coins[symbol].decimals, '0'))
}

/** Formats units of a coin as an amount. */
export function formatUnits(units: bigint, symbol: Symbol): Decimal {
  const { decimals } = coins[symbol]
  const digits = `${units}`.padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  if (isDecimal(text)) return text
  throw new RangeError(`${text} is not an amount.`)
}

/** An account of a customer, of an order, or of one purpose. */
export type Account =
  | `customer ${number}`
  | 'deposits'
  | 'fees'
  | 'miners'
  | 'orders'
  | 'outside'
  | 'staked'
  | 'wallet'
  | 'withdrawals'

interface Posting {
  readonly from: Account
  readonly to: Account
  readonly symbol: Symbol
  readonly units: bigint
}

export interface Books {
  /** Posts once for each key. A duplicate must have the same content. */
  readonly post: (key: string, posting: Posting) => void
  readonly balance: (account: Account, symbol: Symbol) => bigint
  readonly accounts: () => readonly Account[]
  /** All postings in order, as text. */
  readonly lines: () => readonly string[]
}

/** A posting contradicts an earlier one. */
class BooksError extends Error {
  override readonly name: string = 'BooksError'
}

export function createBooks(): Books {
  const postings = new Map<string, string>()
  const balances = new Map<string, bigint>()
  const accounts = new Set<Account>()
  function moveUnits(account: Account, symbol: Symbol, change: bigint): void {
    accounts.add(account)
    const key = `${account} ${symbol}`
    balances.set(key, (balances.get(key) ?? 0n) + change)
  }
  return {
    post(key, { from, to, symbol, units }) {
      const content = `${units} ${symbol} from ${from} to ${to}`
      const known = postings.get(key)
      if (known === content) return
      if (known !== undefined) throw new BooksError(`${key} was ${known} before, and is ${content} now.`)
      postings.set(key, content)
      moveUnits(from, symbol, -units)
      moveUnits(to, symbol, units)
    },
    balance: (account, symbol) => balances.get(`${account} ${symbol}`) ?? 0n,
    accounts: () => [...accounts],
    lines: () => [...postings].map(([key, content]) => `${key}: ${content}`),
  }
}
