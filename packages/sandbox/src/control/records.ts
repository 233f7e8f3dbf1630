// Control calls for records: filtered lists, and one record with its history.
import { getCoin } from '../chain/coins.ts'
import { describeUnknownName } from '../names.ts'
import { describeRecord, type RecordDescription } from '../records/detail.ts'
import { type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listRecords, type SandboxRecord } from '../records/list.ts'
import type { ControlContext } from './context.ts'
import { type Page, readPage } from './pages.ts'

export interface RecordPage extends Page {
  readonly kind: RecordKindName
  /** Default: the first demo merchant. */
  readonly appId?: string | undefined
  readonly uid?: number | undefined
  readonly state?: string | undefined
  readonly held?: boolean | undefined
  readonly symbol?: string | undefined
  readonly requestId?: string | undefined
  readonly txid?: string | undefined
  /** A full address or e-mail address, or a prefix followed by `*`. */
  readonly address?: string | undefined
  readonly email?: string | undefined
}

/** Control calls that read records. */
export interface RecordsControl {
  /** Lists records, the newest first. */
  readonly list: (page: RecordPage) => Promise<readonly SandboxRecord[]>
  /** Returns a record with its states, transfers, notifications and possible actions. */
  readonly get: (key: { readonly kind: RecordKindName; readonly id: number }) => Promise<RecordDescription>
}

export const createRecordsControl = ({ read, appId: defaultAppId }: ControlContext): RecordsControl => ({
  async list({ kind, appId = defaultAppId, before, limit, uid, held, ...texts }) {
    checkKind(kind)
    const page = readPage({ before, limit })
    const filters = {
      ...texts,
      ...(uid !== undefined && { uid: String(uid) }),
      ...(held !== undefined && { held: String(held) }),
    }
    return read(async ({ db }) => {
      if (texts.symbol) await getCoin(db, texts.symbol)
      return listRecords(db, { ...page, kind, appId, filters })
    })
  },
  async get({ kind, id }) {
    checkKind(kind)
    return read((work) => describeRecord(work, kind, id))
  },
})

function checkKind(kind: string): void {
  if (!Object.hasOwn(recordKinds, kind))
    throw new TypeError(describeUnknownName('record type', kind, Object.keys(recordKinds)))
}
