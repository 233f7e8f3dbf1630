/**
 * Receive deposit and internal notifications. Your function runs exactly once for each, in the transaction that claims it.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@custody-wallet/receiver'
 * import { memoryForTests } from '@custody-wallet/store/sqlite'
 * import { createTestPlatform } from '@custody-wallet/receiver/testing'
 *
 * const platform = createTestPlatform()
 * const receiver = createReceiver({
 *   profile: platform.receiver,
 *   store: memoryForTests(),
 *   onDeposit: async ({ credit, symbol }) => console.log(`credit ${credit} ${symbol}`),
 *   onConflict: async ({ reason }) => console.log(reason),
 * })
 * const [response] = await platform.send(receiver.fetch, platform.signDeposit())
 * console.log(response?.code) // 0
 * ```
 *
 * @module
 */
export type { Conflict } from './conflict.ts'
export type { Effect, MessageReport, MessageTrace } from './reports.ts'
export type { Deposit, ReceiverOptions, Transfer } from './options.ts'
export type { ReceiverErrorCode } from './errors.ts'
export type { ReceiverReadiness } from './readiness.ts'
export { createReceiver, type Receiver } from './receiver.ts'
export { DeadlineError } from './transaction.ts'
