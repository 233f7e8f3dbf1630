// Ids that merchants give to what they ask for: each makes one record of its kind.
import { ExistsError } from '../errors.ts'
import type { Work } from '../work.ts'

const titles = { delegations: 'delegation', mpc_withdrawals: 'MPC withdrawal', stakes: 'stake' } as const

interface RecordRequest {
  readonly appId: string
  readonly requestId: string
}

/** Id of the record that a request made. */
export async function findRequestedRecord(
  { db }: Work,
  table: keyof typeof titles | 'withdrawals',
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

/** Checks a request_id that no record of its kind may have yet. */
export async function checkNewRequest(
  work: Work,
  table: keyof typeof titles,
  request: RecordRequest,
): Promise<void> {
  const knownId = await findRequestedRecord(work, table, {
    ...request,
    requestId: checkRequestId(request.requestId),
  })
  if (knownId !== undefined)
    throw new ExistsError(`${request.requestId} is the request_id of ${titles[table]} ${knownId} already.`)
}

/** A request id, as lists of the interface can carry it. */
export function checkRequestId(requestId: string): string {
  if (/^[^,]+$/.test(requestId)) return requestId
  throw new TypeError('A request_id has at least one character and no comma, because commas separate lists.')
}
