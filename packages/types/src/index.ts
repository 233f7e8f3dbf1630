/**
 * One type for each concept of the custody interface, exact decimals, and the known values of its open numbers.
 *
 * @example
 * ```ts
 * import { knownValue, withdrawalStatus, type Withdrawal } from '@custody-wallet/types'
 *
 * const describe = ({ status }: Withdrawal): string =>
 *   knownValue('withdrawalStatus', status)?.meaning ?? 'not yet decided'
 * console.log(withdrawalStatus[5].meaning, describe.name)
 * ```
 *
 * @module
 */
export type * from './generated/concepts.ts'
export { isAmount, isDecimal } from './decimal.ts'
export { type KnownCode, knownCode } from './codes.ts'
export { codes } from './generated/codes.ts'
export { openPoints } from './generated/open-points.ts'
export * from './generated/states.ts'
export { isPlainSuccess, type Success, succeeded } from './success.ts'
export { type KnownValue, type StateName, knownValue } from './states.ts'
