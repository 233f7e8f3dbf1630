// How requests in the log refer to a record.
import { listStateChanges } from '../life/history.ts'
import { listNames } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import { recordKinds } from './kinds.ts'
import { getRecord } from './list.ts'

/** What identifies a record in requests. */
export interface RecordTraces {
  readonly appId: string
  /** Ids of the requests that changed it. */
  readonly requests: ReadonlySet<string>
  /** Values that name it in a call. */
  readonly values: readonly string[]
  /** Fields that name it in a response, as JSON. */
  readonly fields: readonly string[]
}

const names = ['request_id', 'txid', 'net_txid', 'energy_txid'] as const

/** Reads what identifies a record such as `deposit 12`. */
export async function readTraces(db: Database, subject: string): Promise<RecordTraces> {
  const [name = '', id = ''] = subject.split(' ')
  const kind = listNames(recordKinds).find((each) => each === name)
  if (kind === undefined || !/^\d{1,15}$/.test(id))
    throw new TypeError(`subject must be a type of record and an id, such as deposit 12, not ${subject}.`)
  const { appId, values } = await getRecord(db, kind, Number(id))
  const changes = await listStateChanges(db, subject)
  const named = names.flatMap((field) => {
    const value = values[field]
    return typeof value === 'string' && value !== '' ? [{ field, value }] : []
  })
  return {
    appId,
    requests: new Set(changes.flatMap(({ request }) => request || [])),
    values: named.map(({ value }) => value),
    fields: [
      ...named.map(({ field, value }) => `"${field}":${JSON.stringify(value)}`),
      ...(kind === 'withdrawal' ? [`"trans_id":${id}`] : []),
    ],
  }
}
