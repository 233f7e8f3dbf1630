// Ids that merchants give to what they ask for: each makes one record of its kind.
import { ExistsError } from '../missing.ts'
import type { Work } from '../work.ts'

const titles = { delegations: 'delegation', mpc_withdrawals: 'MPC withdrawal', stakes: 'stake' } as const

interface Request {
  readonly appId: string
  readonly requestId: string
}

/** Id of the record that a request made. */
export async function requestedRecord(
  { db }: Work,
  table: keyof typeof titles | 'withdrawals',
  { appId, requestId }: Request,
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
  request: Request,
): Promise<void> {
  const known = await requestedRecord(work, table, {
    ...request,
    requestId: checkedRequestId(request.requestId),
  })
  if (known !== undefined)
    throw new ExistsError(`${request.requestId} is the request_id of ${titles[table]} ${known} already.`)
}

/** A request id, as lists of the interface can carry it. */
export function checkedRequestId(requestId: string): string {
  if (/^[^,]+$/.test(requestId)) return requestId
  throw new TypeError('A request_id has at least one character and no comma, because commas separate lists.')
}
