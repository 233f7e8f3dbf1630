/**
 * For our other packages only. Any release may change it.
 *
 * @module
 */
export {
  checkpointTable,
  computeChecksum,
  dedupeTable,
  journalTable,
  type StateTable,
  stateTables,
} from './checksum.ts'
export {
  computeDigest,
  computeIndexKey,
  computePaymentKey,
  computeRequestKey,
  computeSourceKey,
  type Payment,
} from './keys.ts'
export { getDialectFacts, isFileBroken, readString, type Row, runQuery } from './store.ts'
