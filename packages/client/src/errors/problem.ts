// What a server of our own says about a status (RFC 9457), in a module of its own: it is loaded when the first one does.
import { readBody } from '../calls/body.ts'
import type { Outgoing } from '../speech/speech.ts'
import type { TransportContext } from './tree.ts'

const mostBytes = 16 * 1024
const mostCharacters = 300

/** The detail of a problem as one short line, and what to do where a sealed call met a server of plain calls. */
export async function problemIn(
  { status, headers, body }: Response,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Pick<TransportContext, 'detail' | 'hint'>> {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return {}
  const detail = await detailOf(body, signal)
  const hint = status === 422 && isSealed(outgoing) && wrongPort(outgoing)
  return { ...(detail && { detail }), ...(hint && { hint }) }
}

// The mock serves sealed calls one port above the plain ones, wherever its ports begin.
const wrongPort = ({ url }: Outgoing): string =>
  `The address looks like the plain mock; sealed calls go to its wire port, usually ${Number(new URL(url).port) + 1}.`

const isSealed = ({ url, body = '' }: Outgoing): boolean =>
  /[?&]app_id=/.test(url) || body.startsWith('{"app_id":')

async function detailOf(body: Response['body'], signal: AbortSignal): Promise<string | undefined> {
  const problem: unknown = JSON.parse(new TextDecoder().decode(await readBody(body, mostBytes, signal)))
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return undefined
  const line = String(problem.detail)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, mostCharacters).join('')
}
