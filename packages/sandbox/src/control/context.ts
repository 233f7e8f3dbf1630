import type { Engine } from '../engine.ts'

/** What every group of control functions needs. */
export interface ControlContext {
  readonly run: Engine['run']
  /** app_id of calls that name no merchant. */
  readonly appId: string
}

/** Parameters of a control function; they belong to the first demo merchant unless `appId` is given. */
export type MerchantScoped<Parameters> = Omit<Parameters, 'appId'> & { readonly appId?: string | undefined }

/** Names a record. Ids of one kind of record are unique in a sandbox, whichever merchant has it. */
export interface RecordKey {
  readonly id: number
}
