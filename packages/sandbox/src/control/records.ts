import { MissingError } from '../errors.ts'
// Control calls for records: filtered lists, and one record with its history.
import { describeUnknownName } from '../names.ts'
import { describeRecord, type RecordDescription } from '../records/detail.ts'
import { type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listRecords, type SandboxRecord } from '../records/list.ts'
import type { ControlContext } from './context.ts'

export interface RecordPage {
  readonly kind: RecordKindName
  /** Default: the first demo merchant. */
  readonly appId?: string | undefined
  /** Only records with smaller ids. */
  readonly before?: number | undefined
  readonly limit?: number | undefined
  readonly uid?: number | undefined
  readonly state?: string | undefined
  readonly symbol?: string | undefined
  readonly requestId?: string | undefined
  readonly txid?: string | undefined
  /** A full address or e-mail address, or a prefix followed by `*`. */
  readonly address?: string | undefined
  readonly email?: string | undefined
}

/** Control calls that read records. */
export interface RecordsControl {
  /** Lists records, the newest first. Default limit: 50; maximum: 100. */
  readonly list: (page: RecordPage) => Promise<readonly SandboxRecord[]>
  /** Returns a record with its states, transfers, notifications and possible actions. */
  readonly get: (key: { readonly kind: RecordKindName; readonly id: number }) => Promise<RecordDescription>
}

const maxLimit = 100

export const createRecordsControl = ({ read, appId: defaultAppId }: ControlContext): RecordsControl => ({
  async list({ kind, appId = defaultAppId, before, limit = 50, uid, ...texts }) {
    checkKind(kind)
    const filters = { ...texts, ...(uid !== undefined && { uid: String(uid) }) }
    return read(({ db }) => listRecords(db, { kind, appId, before, limit: Math.min(limit, maxLimit), filters }))
  },
  async get({ kind, id }) {
    checkKind(kind)
    return read(async (work) => {
      const record = await describeRecord(work, kind, id)
      if (record) return record
      throw new MissingError(`There is no ${kind} ${id}: records.list shows the ids.`)
    })
  },
})

function checkKind(kind: string): void {
  if (!Object.hasOwn(recordKinds, kind))
    throw new TypeError(describeUnknownName('record type', kind, Object.keys(recordKinds)))
}
