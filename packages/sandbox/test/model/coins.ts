// Facts of the coins that the model uses. Amounts are integers of 10^-8.

export type Coin = 'BTC' | 'ETH' | 'TRX' | 'USDT'
export type Network = 'Bitcoin' | 'Ethereum' | 'Tron'

interface CoinFacts {
  readonly network: Network
  readonly base: Coin
  readonly confirmations: number
  /** Whether records advance with the clock. */
  readonly isTimed: boolean
  readonly withdrawFee: bigint
  readonly minerFee: bigint
  readonly least: bigint
  readonly most: bigint
}

const one = 100_000_000n

export const coins: Readonly<Record<Coin, CoinFacts>> = {
  BTC: {
    network: 'Bitcoin',
    base: 'BTC',
    confirmations: 3,
    isTimed: true,
    withdrawFee: 20_000n,
    minerFee: 10_000n,
    least: 50_000n,
    most: 100n * one,
  },
  ETH: {
    network: 'Ethereum',
    base: 'ETH',
    confirmations: 2,
    isTimed: false,
    withdrawFee: 200_000n,
    minerFee: 50_000n,
    least: 500_000n,
    most: 1000n * one,
  },
  TRX: {
    network: 'Tron',
    base: 'TRX',
    confirmations: 1,
    isTimed: true,
    withdrawFee: one,
    minerFee: 30_000_000n,
    least: 5n * one,
    most: 10_000_000n * one,
  },
  USDT: {
    network: 'Ethereum',
    base: 'ETH',
    confirmations: 2,
    isTimed: false,
    withdrawFee: 3n * one,
    minerFee: 100_000n,
    least: 10n * one,
    most: 1_000_000n * one,
  },
}
