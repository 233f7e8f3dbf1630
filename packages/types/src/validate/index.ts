/**
 * Predicates for every record, parameter set and response of the plain view, explanations for values that do not fit, and a
 * strict JSON parser.
 *
 * @example
 * ```ts
 * import { explain, isWithdrawalLookup } from '@custody-wallet/types/validate'
 *
 * const lookup: unknown = { ids: [] }
 * if (!isWithdrawalLookup(lookup)) console.log(explain('WithdrawalLookup', lookup))
 * ```
 *
 * @module
 */
export * from '../generated/validators.ts'
export { isObject } from '../checks.ts'
export type { Shape, ShapeName } from '../generated/shapes.ts'
export { copyParameters } from './copy.ts'
export { explain, explainAs, type Issue, type IssueRule } from './explain.ts'
export { findNearestName, toSafeName } from './names.ts'
export { checkOptions, type Exact, type OptionNames } from './options.ts'
export { forbiddenNames, jsonLimits, parseStrictly } from './strict.ts'
export { type Size, computeSize } from './shape.ts'
