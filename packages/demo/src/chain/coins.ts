import type { Notation } from './addresses.ts'

export type CoinName = 'BTC' | 'ETH' | 'USDT' | 'TRX' | 'XRP'

export type NetworkName = 'Bitcoin' | 'Ethereum' | 'Tron' | 'XRP Ledger'

export interface NetworkDefinition {
  /** Its native coin, which pays the fees. */
  readonly symbol: CoinName
  readonly notation: Notation
  readonly acceleration: boolean
  /** Milliseconds between two blocks. */
  readonly interval: number
  /** Height of a block of June 2025. */
  readonly height: number
}

export const networks: Readonly<Record<NetworkName, NetworkDefinition>> = {
  Bitcoin: { symbol: 'BTC', notation: 'bitcoin', acceleration: true, interval: 600_000, height: 900_000 },
  Ethereum: { symbol: 'ETH', notation: 'ethereum', acceleration: true, interval: 12_000, height: 22_000_000 },
  Tron: { symbol: 'TRX', notation: 'tron', acceleration: false, interval: 3000, height: 70_000_000 },
  'XRP Ledger': { symbol: 'XRP', notation: 'xrp', acceleration: false, interval: 4000, height: 95_000_000 },
}

export interface CoinDefinition {
  readonly network: NetworkName
  readonly decimals: number
  /** Blocks until a transaction is final. */
  readonly confirmations: number
  /** Whether users share one address and are identified by memo. */
  readonly memo: boolean
  /** Contract address; empty for a native coin. */
  readonly contract: string
  readonly withdrawFee: string
  /** In the native coin of the network. */
  readonly minerFee: string
  readonly minimum: string
  readonly maximum: string
}

export const coins: Readonly<Record<CoinName, CoinDefinition>> = {
  BTC: {
    network: 'Bitcoin',
    decimals: 8,
    confirmations: 3,
    memo: false,
    contract: '',
    withdrawFee: '0.0002',
    minerFee: '0.0001',
    minimum: '0.0005',
    maximum: '100',
  },
  ETH: {
    network: 'Ethereum',
    decimals: 18,
    confirmations: 12,
    memo: false,
    contract: '',
    withdrawFee: '0.002',
    minerFee: '0.0005',
    minimum: '0.005',
    maximum: '1000',
  },
  USDT: {
    network: 'Ethereum',
    decimals: 6,
    confirmations: 12,
    memo: false,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    withdrawFee: '3',
    minerFee: '0.001',
    minimum: '10',
    maximum: '1000000',
  },
  TRX: {
    network: 'Tron',
    decimals: 6,
    confirmations: 19,
    memo: false,
    contract: '',
    withdrawFee: '1',
    minerFee: '0.3',
    minimum: '5',
    maximum: '10000000',
  },
  XRP: {
    network: 'XRP Ledger',
    decimals: 6,
    confirmations: 1,
    memo: true,
    contract: '',
    withdrawFee: '0.25',
    minerFee: '0.00001',
    minimum: '1',
    maximum: '1000000',
  },
}
