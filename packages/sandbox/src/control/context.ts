import type { Database } from '../store/database.ts'
import type { ReadOnlyWork, Work } from '../work.ts'

/** Dependencies of all groups of control calls. */
export interface ControlContext {
  /** Runs work on behalf of the call. Work on the data of one merchant passes it: see `Store.transaction`. */
  readonly run: <Result>(work: (work: Work) => Promise<Result>, merchant?: string) => Promise<Result>
  /** Runs work that only reads. All its queries see the same state. */
  readonly read: <Result>(work: (work: ReadOnlyWork) => Promise<Result>) => Promise<Result>
  /** Tells other processes that a transaction changes merchants or faults. */
  readonly announce: (db: Database) => Promise<void>
  /** Reads the merchants and faults again after a change. */
  readonly load: () => Promise<void>
  /** app_id of calls without a merchant. */
  readonly appId: string
}

/** Parameters of a control call. Without `appId`, they concern the first demo merchant. */
export type MerchantScoped<Parameters> = Omit<Parameters, 'appId'> & { readonly appId?: string | undefined }

/** Identifies a record. Ids are unique for each type of record, across all merchants. */
export interface RecordKey {
  readonly id: number
}
