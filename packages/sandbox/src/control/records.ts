import { MissingError } from '../errors.ts'
// Records by control, for people: lists with filters, and one record with everything that explains it.
import { describeUnknownName } from '../faults/rows.ts'
import { describeRecord, type RecordDescription } from '../records/detail.ts'
import { type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listRecords, type SandboxRecord } from '../records/list.ts'
import type { ControlContext } from './context.ts'

/** Which records to list. */
export interface RecordPage {
  readonly kind: RecordKindName
  /** Records of this merchant; of the first demo merchant unless given. */
  readonly appId?: string | undefined
  /** Only records with a smaller id. */
  readonly before?: number | undefined
  readonly limit?: number | undefined
  readonly uid?: number | undefined
  readonly state?: string | undefined
  readonly symbol?: string | undefined
  readonly requestId?: string | undefined
  readonly txid?: string | undefined
  /** A whole address or e-mail address, or its beginning and `*`. */
  readonly address?: string | undefined
  readonly email?: string | undefined
}

/** Reads of everything that a sandbox keeps. */
export interface RecordsControl {
  /** Records, the newest first; 50 unless a limit up to 100 is given. */
  readonly list: (page: RecordPage) => Promise<readonly SandboxRecord[]>
  /** A record with its states, its transfers, its notifications, and what can happen to it now. */
  readonly get: (key: { readonly kind: RecordKindName; readonly id: number }) => Promise<RecordDescription>
}

const maxLimit = 100

export const createRecordsControl = ({ run, appId: defaultAppId }: ControlContext): RecordsControl => ({
  async list({ kind, appId = defaultAppId, before, limit = 50, uid, ...texts }) {
    checkKind(kind)
    const filters = { ...texts, ...(uid !== undefined && { uid: String(uid) }) }
    return run(({ db }) =>
      listRecords(db, { kind, appId, before, limit: Math.min(limit, maxLimit), filters }),
    )
  },
  async get({ kind, id }) {
    checkKind(kind)
    return run(async (work) => {
      const record = await describeRecord(work, kind, id)
      if (record) return record
      throw new MissingError(`There is no ${kind} ${id}.`)
    })
  },
})

function checkKind(kind: string): void {
  if (!Object.hasOwn(recordKinds, kind))
    throw new TypeError(describeUnknownName('kind of record', kind, Object.keys(recordKinds)))
}
