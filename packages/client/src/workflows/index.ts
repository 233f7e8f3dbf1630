/**
 * The rules of the interface as ready-made moves: id lists of any length, iteration over all pages, a follower that
 * misses no change, deposits that are never credited twice, addresses, withdrawals, and books that agree.
 *
 * Every move takes plain functions for the calls that it makes, so it works with any client.
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
export {
  filePushJournal,
  memoryPushJournal,
  type PushEntry,
  type PushJournal,
  pushesInDoubt,
} from './addresses/journal.ts'
export { type AddressesOf, type AddressService, available, type PoolRule } from './addresses/pool.ts'
export {
  registerAddresses,
  type RegisterOptions,
  type RegisterProgress,
  type Registration,
} from './addresses/register.ts'
export { type PoolEvent, type PoolWatch, watchPool, type WatchOptions } from './addresses/watch.ts'
export { type ListSource, lookUp, type LookUpOptions, type LookUpProgress } from './batches/look-up.ts'
export { type LookUp, LookUpError, type PartialLookUp } from './batches/outcome.ts'
export { type BatchOptions, idBatches } from './batches/plan.ts'
export type { Iterating, Lister } from './client/options.ts'
export type { Sync } from './client/syncs.ts'
export {
  type DepositNotifier,
  type MovingResources,
  withWorkflows,
  type WithWorkflows,
} from './client/with-workflows.ts'
export type { CursorKind, CursorOf } from './cursors/ids.ts'
export type { PageSource, Paging } from './cursors/page.ts'
export {
  type Page,
  type Resume,
  since,
  type Since,
  type SinceOptions,
  type SinceProgress,
} from './cursors/since.ts'
export { depositFrom, type DepositOutput } from './deposits/from-outputs.ts'
export { type DepositKey, depositRequestId } from './deposits/request-id.ts'
export { isWorkflowError, WorkflowError, type WorkflowErrorCode, type WorkflowErrorFacts } from './errors.ts'
export type { Change, Tracked } from './follow/book.ts'
export { type Checkpoint, fileCheckpoint, type FollowState, memoryCheckpoint } from './follow/checkpoint.ts'
export { follow, type FollowOptions, type FollowProgress } from './follow/follow.ts'
export { finalStatus, type FollowSource } from './follow/source.ts'
export type { MoveOptions, SetTimer, SourceOptions } from './moves.ts'
export type { FeeReading } from './reconcile/fees.ts'
export type { Finding, Reconciliation } from './reconcile/findings.ts'
export { type Books, reconcile, type ReconcileOptions } from './reconcile/reconcile.ts'
export { formatReconcile } from './reconcile/table.ts'
export { type DedupeStore, fileDedupe, memoryDedupe } from './stores/dedupe.ts'
export type { FileJournal, Journal } from './stores/journal.ts'
export {
  consume,
  type ConsumeEvent,
  type ConsumeOptions,
  type ConsumeSummary,
  type PullSource,
} from './withdrawals/consume.ts'
