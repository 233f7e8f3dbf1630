// The control of a sandbox over HTTP, for programs on this machine that have its token.
import { hash, timingSafeEqual } from 'node:crypto'

import type { Fetch } from '@custody-wallet/server'
import {
  answerRequestOf,
  type CallDescription,
  createCore,
  fetchOf,
  type Kind,
  problem,
  type ProblemKind,
  type ReadRequest,
  TextAnswer,
  violationsOf,
} from '@custody-wallet/server/core'
import { readBody } from '@custody-wallet/types/http'
import { explainAs, type Shape } from '@custody-wallet/types/validate'

import { controlCalls } from '../generated/calls.ts'
import { isOwnName, otherName } from '../hosts.ts'
import { type ControlId, runCall } from './calls.ts'
import type { Control } from './control.ts'
import { mistakeOf } from './mistakes.ts'

export interface HttpControlOptions {
  readonly control: Control
  /** Callers send it in the header `Authorization: Bearer TOKEN`. */
  readonly token: string
  /** Host that the port listens on. */
  readonly host: string
  /** Called with errors that are not a mistake of a caller. */
  readonly onError: ((error: unknown) => unknown) | undefined
}

/** Answers control calls. It serves nothing to a caller without the token, or to a page of a browser. */
export function httpControl({ control, token, host, onError }: HttpControlOptions): Fetch {
  const isToken = equals(token)
  const core = createCore({
    calls: descriptions,
    crossOrigin: false,
    pathHint: 'The page "The sandbox and the real service" of the docs lists all calls.',
    check: ({ method, shape }, { parameters }) =>
      violationsOf(explainAs(shape, parameters), method, Object.keys(shape.properties ?? {})),
    async handle({ id, media, shape }, request, read) {
      const given = await parametersOf({ media, shape }, request, read)
      if (given instanceof TextAnswer) return given
      try {
        return responseOf(await runCall(control, id, given.parameters))
      } catch (error) {
        const { kind, detail } = mistakeOf(error)
        return problem(kind, { detail })
      }
    },
    onError,
  })
  const answer = answerRequestOf(core.fetch)
  return fetchOf(async (request, info) => {
    const { headers } = request
    if (headers.has('origin')) return problem(problems.origin, { detail: details.origin })
    if (otherName(request, (name) => isOwnName(name, host)) !== undefined)
      return problem(problems.host, { detail: details.host })
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
    if (isToken(given)) return answer(request, info)
    return problem(problems.token, { detail: details.token, headers: { 'www-authenticate': 'Bearer' } })
  })
}

const problems = {
  host: { name: 'control-host', status: 421, title: 'The address is not one of the control port' },
  origin: { name: 'control-origin', status: 403, title: 'The control port takes no calls of pages' },
  token: { name: 'control-token', status: 401, title: 'The token is missing or wrong' },
} as const satisfies Record<string, ProblemKind>

const details: { readonly [Name in keyof typeof problems]: string } = {
  host: 'Call the control port at 127.0.0.1, localhost, or the host that it was started with.',
  origin:
    'A request with the header Origin comes from a page of a browser. Call the control port from a program.',
  token: 'Send the header Authorization: Bearer TOKEN, with the token that the sandbox shows when it starts.',
}

// Digests have one length, and comparing them takes the same time for every text.
function equals(token: string): (given: string) => boolean {
  const expected = hash('sha256', token, 'buffer')
  return (given) => timingSafeEqual(hash('sha256', given, 'buffer'), expected)
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

const mostBytes = 2 ** 30

async function parametersOf(
  { media, shape }: Pick<Description, 'media' | 'shape'>,
  request: Request,
  read: () => Promise<ReadRequest | TextAnswer>,
): Promise<Pick<ReadRequest, 'parameters'> | TextAnswer> {
  if (media === 'application/octet-stream') return bytesOf(request)
  const canBeEmpty = request.method === 'POST' && explainAs(shape, {}).length === 0
  return canBeEmpty && isEmpty(request) ? { parameters: {} } : read()
}

const isEmpty = ({ headers }: Request): boolean =>
  !['content-type', 'transfer-encoding'].some((name) => headers.has(name)) &&
  Number(headers.get('content-length') ?? 0) === 0

async function bytesOf({
  headers,
  body,
  signal,
}: Request): Promise<{ readonly parameters: Uint8Array } | TextAnswer> {
  if (headers.get('content-type') !== 'application/octet-stream')
    return problem('body-not-json', {
      detail: 'Send the bytes of a snapshot, with the header Content-Type: application/octet-stream.',
    })
  const parameters = await readBody(body, mostBytes, signal)
  if (parameters.byteLength <= mostBytes) return { parameters }
  return problem('body-too-long', { detail: `A snapshot may have ${mostBytes} bytes.` })
}

const noStore = { 'cache-control': 'no-store' } as const

function responseOf(answer: unknown): Response {
  if (answer === undefined) return new Response(null, { status: 204, headers: noStore })
  if (answer instanceof Uint8Array)
    return new Response(new Uint8Array(answer), {
      headers: { ...noStore, 'content-type': 'application/octet-stream' },
    })
  return Response.json(answer, { headers: noStore })
}
