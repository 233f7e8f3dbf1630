// Serves control over HTTP to programs that have the token.
import { hash, timingSafeEqual } from 'node:crypto'

import {
  type CallDescription,
  createCore,
  createFetch,
  type Kind,
  createProblem,
  type ProblemKind,
  type ReadRequest,
  StreamResponse,
  TextResponse,
  toViolations,
  type View,
} from '@custody-wallet/server/core'
import { readBody } from '@custody-wallet/types/http'
import { explainAs, type Shape } from '@custody-wallet/types/validate'

import { controlCalls, type ControlId } from '../generated/calls.ts'
import { describeForeignName, findForeignName, type NameCheck } from '../hosts.ts'
import { runCall } from './calls.ts'
import type { Control } from './control.ts'
import { toControlProblem } from './mistakes.ts'

export interface HttpControlOptions {
  readonly control: Control
  /** Token for the header `Authorization: Bearer TOKEN`. */
  readonly token: string
  readonly isAcceptedName: NameCheck
  /** Called with internal errors. */
  readonly onError: ((error: unknown) => unknown) | undefined
}

/** Serves control calls. Rejects callers without the token, and web pages. */
export function createHttpControl({ control, token, isAcceptedName, onError }: HttpControlOptions): View<TextResponse> {
  const isToken = createTokenCheck(token)
  const { respond } = createCore({
    calls: descriptions,
    crossOrigin: false,
    pathHint: 'For a list of all calls, see the page "The sandbox and the real service" of the docs.',
    check: ({ method, shape }, { parameters }) =>
      toViolations(explainAs(shape, parameters), method, Object.keys(shape.properties ?? {})),
    async handle({ id, media, shape }, request, read) {
      const input = await readParameters({ media, shape }, request, read)
      if (input instanceof TextResponse) return input
      try {
        return createResponse(await runCall(control, id, input.parameters))
      } catch (error) {
        const { kind, detail } = toControlProblem(error)
        return createProblem(kind, { detail })
      }
    },
    onError,
  }).fetch
  return createFetch(async (request, info) => {
    const { headers } = request
    if (headers.has('origin')) return createProblem(problemKinds.origin, { detail: details.origin })
    const name = findForeignName(request, isAcceptedName)
    if (name !== undefined) return createProblem(problemKinds.host, { detail: describeForeignName(name) })
    const [, input = ''] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
    if (isToken(input)) return respond(request, info)
    return createProblem(problemKinds.token, {
      detail: details.token,
      headers: { 'www-authenticate': 'Bearer' },
    })
  })
}

const problemKinds = {
  host: { name: 'control-host', status: 421, title: 'Unknown host name' },
  origin: { name: 'control-origin', status: 403, title: 'Calls by web pages are not allowed' },
  token: { name: 'control-token', status: 401, title: 'The token is missing or wrong' },
} as const satisfies Record<string, ProblemKind>

const details = {
  origin: 'The request has an Origin header, so a web page sent it. Call the control port from a program.',
  token: 'Send the header Authorization: Bearer TOKEN with the token that the sandbox prints at its start.',
} as const

// Digests have the same length, so the comparison takes the same time for any input.
function createTokenCheck(token: string): (input: string) => boolean {
  const tokenHash = hash('sha256', token, 'buffer')
  return (input) => timingSafeEqual(hash('sha256', input, 'buffer'), tokenHash)
}

interface Description extends CallDescription {
  readonly id: ControlId
  readonly media: string
  readonly shape: Shape
}

const descriptions: readonly Description[] = Object.values(controlCalls).map(({ query, ...call }) => ({
  ...call,
  family: 'control',
  query: new Map(Object.entries<Kind>(query)),
}))

const maxBytes = 2 ** 30

async function readParameters(
  { media, shape }: Pick<Description, 'media' | 'shape'>,
  request: Request,
  read: () => Promise<ReadRequest | TextResponse>,
): Promise<Pick<ReadRequest, 'parameters'> | TextResponse> {
  if (media === 'application/octet-stream') return readSnapshotBytes(request)
  const canBeEmpty = request.method === 'POST' && explainAs(shape, {}).length === 0
  return canBeEmpty && isBodyEmpty(request) ? { parameters: {} } : read()
}

const isBodyEmpty = ({ headers }: Request): boolean =>
  !['content-type', 'transfer-encoding'].some((name) => headers.has(name)) &&
  Number(headers.get('content-length') ?? 0) === 0

async function readSnapshotBytes({
  headers,
  body,
  signal,
}: Request): Promise<{ readonly parameters: Uint8Array } | TextResponse> {
  if (headers.get('content-type') !== 'application/octet-stream')
    return createProblem('body-not-json', {
      detail: 'Send the bytes of a snapshot with the header Content-Type: application/octet-stream.',
    })
  const parameters = await readBody(body, maxBytes, signal)
  if (parameters.byteLength <= maxBytes) return { parameters }
  return createProblem('body-too-long', { detail: `A snapshot must have at most ${maxBytes} bytes.` })
}

const noStoreHeaders = { 'cache-control': 'no-store' } as const
const bytesType = { 'content-type': 'application/octet-stream' } as const

function createResponse(result: unknown): TextResponse {
  if (result === undefined) return new TextResponse('', { status: 204, headers: noStoreHeaders })
  if (result instanceof Uint8Array) {
    const length = { 'content-length': String(result.byteLength) }
    return new StreamResponse([result], { status: 200, headers: { ...noStoreHeaders, ...bytesType, ...length } })
  }
  const headers = { ...noStoreHeaders, 'content-type': 'application/json' }
  return new TextResponse(JSON.stringify(result), { headers })
}
