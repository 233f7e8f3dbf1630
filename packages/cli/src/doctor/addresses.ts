import { compareClocks } from '@custody-wallet/client/internal'

import type { Cause } from './causes.ts'
import { type Check, createOk, createProblem, type StageResult, type DoctorContext } from './stages.ts'

// Incomplete calls, one per family: every service responds to them, and they change nothing.
const locations = [
  { name: 'CUSTODY_OPEN_PLATFORM_URL', path: '/open-api/v1/merchant/token', method: 'GET' },
  { name: 'CUSTODY_BASE_URL', path: '/api/v2/account/getByUidAndSymbol', method: 'GET' },
  { name: 'CUSTODY_V1_URL', path: '/api/v1/address/available', method: 'POST' },
] as const

type ProbeLocation = (typeof locations)[number]

/** Checks that the right server responds at each address. */
export const checkAddresses: Check = async (context) => {
  const seen = await Promise.all(locations.map((location) => fetchProbe(location, context)))
  const problems = seen.filter(({ verdict }) => verdict === 'problem')
  return problems.length > 0 ? problems : [createOk('the service responds at all three addresses')]
}

interface ProbeResponse {
  readonly status: number
  readonly type: string
  readonly body: string
}

// The first match wins.
const wrongServers: readonly (readonly [cause: Cause, saw: string, fits: (response: ProbeResponse) => boolean])[] = [
  ['redirected', 'a redirect', ({ status }) => status >= 300 && status < 400],
  ['proxy-page', 'a web page', ({ type, body }) => type.includes('text/html') || /^\s*<(!doctype|html)/i.test(body)],
  ['port-control', 'the control port of a sandbox', ({ body }) => body.includes('"urn:custody:control-')],
  ['port-plain', 'plain JSON', ({ body }) => body.includes('"urn:custody:')],
  ['other-server', 'a response that is not JSON with a code', ({ body }) => !/"code"\s*:/.test(body)],
]

async function fetchProbe(location: ProbeLocation, context: DoctorContext): Promise<StageResult> {
  try {
    const response = await fetchResponse(location, context)
    const [cause, saw] = wrongServers.find(([, , fits]) => fits(response)) ?? []
    if (cause === undefined) return createOk(`${location.name} responds`)
    return createProblem(`${location.name}: ${saw} (HTTP ${response.status})`, cause)
  } catch (error) {
    const code = readCode(error)
    return createProblem(`${location.name}: no response (${code})`, findCause(code))
  }
}

async function fetchResponse(location: ProbeLocation, context: DoctorContext): Promise<ProbeResponse> {
  const response = await send(location, context)
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: (await response.text()).slice(0, 4096),
  }
}

const send = ({ name, path, method }: ProbeLocation, { variables, fetch, timeout }: DoctorContext): Promise<Response> =>
  fetch(`${(variables.env[name] ?? '').replace(/\/$/, '')}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  })

function readCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}

const unreachable: Readonly<Record<string, Cause>> = {
  EAI_AGAIN: 'host-unknown',
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'host-unknown',
}

const findCause = (code: string): Cause =>
  unreachable[code] ?? (/CERT|TLS|SSL|SELF_SIGNED/.test(code) ? 'tls' : 'no-response')

const formatSeconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`

/** Checks that the clock of this machine agrees with the service, which rejects timestamps of the future. */
export const checkClock: Check = async (context) => {
  const sent = context.clock()
  const date = await fetchDate(context)
  if (date === undefined) return [createOk('the responses of the service have no Date header')]
  const received = context.clock()
  const difference = compareClocks(date, sent, received)
  if (difference === 'ahead')
    return [createProblem(`${formatSeconds(sent - date)} ahead of the service`, 'clock-ahead')]
  if (difference === 'behind')
    return [createProblem(`${formatSeconds(date - received)} behind the service`, 'clock-behind')]
  return [createOk('agrees with the service')]
}

async function fetchDate(context: DoctorContext): Promise<number | undefined> {
  try {
    const { headers } = await send(locations[0], context)
    const date = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(date) ? undefined : date
  } catch {
    return undefined
  }
}
