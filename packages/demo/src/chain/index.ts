/**
 * Coins and networks of the sandbox and the mock, and test addresses and transaction ids with valid checksums. Internal: it
 * may change in any version.
 *
 * @example
 * ```ts
 * import { coins, networks, createTestAddress } from '@custody-wallet/demo/chain'
 *
 * const { notation } = networks[coins.BTC.network]
 * console.log(createTestAddress(notation, 'user 10042')) // tb1q...
 * ```
 *
 * @module
 */
export { type Notation, createTestAddress, createTestTransactionId } from './addresses.ts'
export { formatAmount } from './amounts.ts'
export {
  type CoinDefinition,
  type CoinName,
  coins,
  type NetworkDefinition,
  type NetworkName,
  networks,
} from './coins.ts'
