/**
 * Handle tasks that take many calls: look up any number of ids, read all pages, follow changes, notify deposits without
 * crediting twice, register addresses, process withdrawals, and reconcile.
 *
 * Workflows accept plain functions for their calls, so they work with any client.
 *
 * @example
 * ```ts
 * import { computeDepositRequestId } from '@custody-wallet/client/workflows'
 *
 * console.log(computeDepositRequestId({ symbol: 'BTC', txid: '4d1f0c6b', address_to: 'bc1qexample' }))
 * ```
 *
 * @module
 */
export type { SetTimer } from '../calls/deadline.ts'
export { type PoolEvent, watchPool, type WatchOptions } from './addresses/pool.ts'
export { memoryPushJournal, type PushEntry, type PushJournal, listPushesInDoubt } from './addresses/push-journal.ts'
export { registerAddresses, type RegisterOptions } from './addresses/register.ts'
export { type LookUpResult, LookUpError } from './batches/look-up.ts'
export { consume, type ConsumeEvent, type ConsumeOptions } from './consume.ts'
export type { Page, Since } from './cursors/since.ts'
export { createDepositNotifications, type DepositKey, type DepositOutput, computeDepositRequestId } from './deposits.ts'
export { isWorkflowError, WorkflowError } from './errors.ts'
export { type Checkpoint, type FollowState, memoryCheckpoint } from './follow/checkpoint.ts'
export { follow, type FollowOptions, type FollowProgress } from './follow/follow.ts'
export type { FollowSource } from './follow/round.ts'
export type { Change } from './follow/state.ts'
export type { Finding } from './reconcile/findings.ts'
export { type Books, reconcile } from './reconcile/reconcile.ts'
export type { Failure } from './retries.ts'
export { type DedupeStore, memoryDedupe } from './stores/dedupe.ts'
export { createWorkflowStores, type WorkflowStores } from './stores/workflow-stores.ts'
export type { WorkflowTrace } from './tracing.ts'
export { withWorkflows, type WorkflowResources } from './with-workflows.ts'
export type { SourceOptions } from './workflow.ts'
