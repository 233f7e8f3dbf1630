/**
 * Coins and networks of the sandbox and the mock, and made-up addresses and transaction ids with valid checksums.
 *
 * @example
 * ```ts
 * import { coins, networks, testAddress } from '@custody-wallet/server/chain'
 *
 * const { notation } = networks[coins.BTC.network]
 * console.log(testAddress(notation, 'user 10042')) // tb1q...
 * ```
 *
 * @module
 */
export { type Notation, testAddress, testTransactionId } from './addresses.ts'
export { amountOf } from './amounts.ts'
export {
  type CoinFacts,
  type CoinName,
  coins,
  type NetworkFacts,
  type NetworkName,
  networks,
} from './coins.ts'
