/**
 * Workflows for the rules of the interface: id lists of any length, iteration over all pages, a follower that misses no
 * change, deposits that are never credited twice, address registration, withdrawals, and reconciliation.
 *
 * Every workflow takes plain functions for its calls, so it works with any client.
 *
 * @example
 * ```ts
 * import { depositRequestId } from '@custody-wallet/client/workflows'
 *
 * console.log(depositRequestId({ symbol: 'BTC', txid: '4d1f0c6b', address_to: 'bc1qexample' }))
 * ```
 *
 * @module
 */
export type { SetTimer } from '../calls/deadline.ts'
export {
  type AddressesOf,
  type AddressService,
  available,
  type PoolEvent,
  type PoolRule,
  type PoolWatch,
  watchPool,
  type WatchOptions,
} from './addresses/pool.ts'
export {
  filePushJournal,
  memoryPushJournal,
  type PushEntry,
  type PushJournal,
  pushesInDoubt,
} from './addresses/push-journal.ts'
export {
  registerAddresses,
  type RegisterOptions,
  type RegisterProgress,
  type Registration,
} from './addresses/register.ts'
export { type BatchOptions, idBatches } from './batches/id-batches.ts'
export {
  type ListSource,
  type LookUp,
  lookUp,
  LookUpError,
  type LookUpOptions,
  type LookUpProgress,
  type PartialLookUp,
} from './batches/look-up.ts'
export {
  consume,
  type ConsumeEvent,
  type ConsumeOptions,
  type ConsumeSummary,
  type PullSource,
} from './consume.ts'
export type { CursorKind, CursorOf, PageSource, Paging } from './cursors/pages.ts'
export {
  type Page,
  type Resume,
  since,
  type Since,
  type SinceOptions,
  type SinceProgress,
} from './cursors/since.ts'
export { depositFrom, type DepositKey, type DepositOutput, depositRequestId } from './deposits.ts'
export {
  isWorkflowError,
  WorkflowError,
  type WorkflowErrorCode,
  type WorkflowErrorContexts,
} from './errors.ts'
export { type Checkpoint, fileCheckpoint, type FollowState, memoryCheckpoint } from './follow/checkpoint.ts'
export type { Depth, SavedCredit } from './follow/credits.ts'
export { follow, type FollowOptions, type FollowProgress } from './follow/follow.ts'
export { finalStatus, type FollowSource } from './follow/round.ts'
export type { Change, Tracked } from './follow/state.ts'
export type { FeeReading } from './reconcile/fees.ts'
export type { Finding, Reconciliation } from './reconcile/findings.ts'
export { type Books, formatReconcile, reconcile, type ReconcileOptions } from './reconcile/reconcile.ts'
export type { Failure, RetryOptions } from './retries.ts'
export { type DedupeStore, fileDedupe, memoryDedupe } from './stores/dedupe.ts'
export type { FileJournal, Journal } from './stores/journal.ts'
export {
  type DepositNotifier,
  type Lister,
  type SyncSource,
  withWorkflows,
  type WithWorkflows,
  type WorkflowResources,
} from './with-workflows.ts'
export type { SourceOptions, WorkflowOptions } from './workflow.ts'
