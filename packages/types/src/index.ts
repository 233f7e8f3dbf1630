/**
 * A type for each concept of the custody interface, exact decimals, and the known values of its open lists.
 *
 * @example
 * ```ts
 * import { findKnownValue, withdrawalStatus, type Withdrawal } from '@custody-wallet/types'
 *
 * const describe = ({ status }: Withdrawal): string =>
 *   findKnownValue('withdrawalStatus', status)?.meaning ?? 'pending'
 * console.log(withdrawalStatus[5].meaning, describe.name)
 * ```
 *
 * @module
 */
export type * from './generated/concepts.ts'
export { isAmount, isDecimal } from './decimal.ts'
export { type KnownCode, findKnownCode } from './codes.ts'
export { codes } from './generated/codes.ts'
export { openPoints } from './generated/open-points.ts'
export * from './generated/states.ts'
export { isPlainSuccess, type Success, isSuccessful } from './success.ts'
export { type KnownValue, type StateName, findKnownValue } from './states.ts'
