// Merchants choose the request_id of a record. It must be unique for its type of record.
import { ExistsError } from '../errors.ts'
import type { StateTable } from '../states/table.ts'
import type { TableWith } from '../store/schema.ts'
import type { Work } from '../work.ts'

type RequestTable = TableWith<'app_id' | 'id' | 'request_id'>

interface RecordRequest {
  readonly appId: string
  readonly requestId: string
}

export async function findRequestedRecord(
  { db }: Work,
  table: RequestTable,
  { appId, requestId }: RecordRequest,
): Promise<number | undefined> {
  const record = await db
    .selectFrom(table)
    .select('id')
    .where('app_id', '=', appId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return record?.id
}

/** Checks that a request_id is new for its type of record. */
export async function checkNewRequest(
  work: Work,
  table: RequestTable,
  { title, ...request }: RecordRequest & Pick<StateTable, 'title'>,
): Promise<void> {
  const knownId = await findRequestedRecord(work, table, {
    ...request,
    requestId: checkRequestId(request.requestId),
  })
  if (knownId !== undefined)
    throw new ExistsError(`${title} ${knownId} has the request_id ${request.requestId} already: use a new one.`)
}

/** Checks a request_id. The interface lists them separated by commas. */
export function checkRequestId(requestId: string): string {
  if (/^[^,]+$/.test(requestId)) return requestId
  throw new TypeError('A request_id must not be empty or contain a comma: use letters and digits.')
}
