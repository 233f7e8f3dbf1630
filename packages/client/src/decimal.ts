/**
 * Adds and compares amounts exactly, without floats. Exports the functions of `@custody-wallet/types/arithmetic`.
 *
 * @example
 * ```ts
 * import { isDecimal, sum } from '@custody-wallet/client/decimal'
 *
 * const amounts = ['0.1', '0.2', '0.3000'].filter(isDecimal)
 * console.log(sum(amounts)) // 0.6000
 * ```
 *
 * @module
 */
export * from '@custody-wallet/types/arithmetic'
