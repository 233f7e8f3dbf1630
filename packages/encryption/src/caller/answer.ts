import { readWithin } from '../bytes/bodies.ts'
// What comes back: opened and proven as far as the profile can, or as it came and no more than a failure of transport.
import { throwIfAborted } from '../keys/abort.ts'
import { answerLimits } from '../limits.ts'
import type { Party, SealedRequest } from '../party.ts'

/** Header of an opened answer that says how far it can be trusted: `signature`, `blocks` or `transport`. */
export const assuranceHeader = 'custody-assurance'

/**
 * Opens an answer. A status from 300 to 599, except 304, stays, and its unproved body is replaced. Every other answer is
 * opened or rejected, never handed out as it came: where its status is not 200, or another address sent it, its body is
 * not read, and it is rejected like an empty one.
 */
export async function openAnswer(
  party: Party,
  sealed: SealedRequest,
  response: Response,
  signal: AbortSignal,
): Promise<Response> {
  if (!response.ok && mayHaveBody(response)) return transportFailure(response, signal)
  const counts = response.status === 200 && !response.redirected
  const body = await readWithin(counts ? response.body : null, answerLimits.body, signal)
  const { answer, assurance } = await party.openResponse(sealed, body, { signal })
  return Response.json(answer, { headers: { [assuranceHeader]: assurance } })
}

// A problem needs a body, which 304 does not have. Other numbers are not those of an answer, and `Response` takes none
// of them.
const mayHaveBody = ({ status }: Response): boolean => isStatus(status) && status !== 304
const isStatus = (status: number): boolean => status >= 200 && status <= 599

// Anybody on the way can have written it, so nothing of it is handed out but the status and when to try again.
function transportFailure({ status, headers, body }: Response, signal: AbortSignal): Response {
  throwIfAborted(signal)
  void body?.cancel().catch(() => undefined)
  const later = headers.get('retry-after')
  const kept = { 'content-type': 'application/problem+json', ...(later !== null && { 'retry-after': later }) }
  const problem = { title: 'The call failed before it reached the service.', status }
  return new Response(JSON.stringify(problem), { status, headers: kept })
}

/** An answer as it came. What it says about its own assurance is nobody's word. */
export function unproven(response: Response, signal: AbortSignal): Response {
  throwIfAborted(signal)
  if (!response.headers.has(assuranceHeader)) return response
  const { status, body } = response
  const headers = new Headers(response.headers)
  headers.delete(assuranceHeader)
  return new Response(body, { status: isStatus(status) ? status : 502, headers })
}
