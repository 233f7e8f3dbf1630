import type { Engine } from '../engine.ts'

/** Dependencies of all groups of control calls. */
export interface ControlContext {
  readonly run: Engine['run']
  /** app_id of calls without a merchant. */
  readonly appId: string
}

/** Parameters of a control call. Without `appId`, they concern the first demo merchant. */
export type MerchantScoped<Parameters> = Omit<Parameters, 'appId'> & { readonly appId?: string | undefined }

/** Identifies a record. Ids are unique for each type of record, across all merchants. */
export interface RecordKey {
  readonly id: number
}
