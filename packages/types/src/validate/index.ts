/**
 * Predicates for every record, parameter set and answer of the plain view, and an explainer for those that fail.
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
export type { ShapeName } from '../generated/shapes.ts'
export { explain } from './explain.ts'
export type { Issue, IssueRule } from './issues.ts'
