// The types of faults, and their effects on a call or its response.
import { setTimeout as pause } from 'node:timers/promises'

import { LostResponseError, StreamResponse, TextResponse } from '@custody-wallet/server/core'
import { type OperationId, operations } from '@custody-wallet/types/operations'

import type { OtherPlatform } from '../merchants/registry.ts'
import type { FaultKind } from '../store/values.ts'

/** Parameters of a fault. */
export interface FaultParameters {
  readonly status?: number | undefined
  readonly code?: number | undefined
  readonly milliseconds?: number | undefined
}

export interface FaultyCall {
  readonly operation: OperationId
  readonly signal: AbortSignal
  readonly respond: () => Promise<TextResponse>
  /** Runs the call on another platform. */
  readonly respondAs: (platform: OtherPlatform) => Promise<TextResponse>
}

type ParameterValues = Readonly<Record<keyof FaultParameters, number>>

interface FaultBehavior {
  readonly meaning: string
  /** Whether it only acts on sealed messages, which are those of the wire view. */
  readonly isSealedOnly: boolean
  /** Default parameters. */
  readonly parameters: Partial<ParameterValues>
  readonly act: (call: FaultyCall, parameters: ParameterValues) => Promise<TextResponse>
}

const createHtmlResponse = (status: number): TextResponse =>
  new TextResponse(`<!doctype html><title>${status}</title><h1>The service is being maintained</h1>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

const createStatusResponse = (status: number): TextResponse =>
  new TextResponse(`Fault of the sandbox: HTTP ${status}.`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })

export const faultKinds: Readonly<Record<FaultKind, FaultBehavior>> = {
  latency: {
    meaning: 'The call waits before it runs.',
    isSealedOnly: false,
    parameters: { milliseconds: 1000 },
    async act({ respond, signal }, { milliseconds }) {
      await wait(milliseconds, signal)
      return respond()
    },
  },
  status: {
    meaning: 'The call returns an HTTP status and does not run.',
    isSealedOnly: false,
    parameters: { status: 503 },
    act: async (_call, { status }) => createStatusResponse(status),
  },
  misdirected: {
    meaning: 'The call returns HTTP 421 and does not run.',
    isSealedOnly: false,
    parameters: {},
    act: async () => createStatusResponse(421),
  },
  html: {
    meaning: 'The call returns an HTML page, like that of a proxy, and does not run.',
    isSealedOnly: false,
    parameters: { status: 200 },
    act: async (_call, { status }) => createHtmlResponse(status),
  },
  truncated: {
    meaning: 'The call runs, and the connection breaks in the middle of its response.',
    isSealedOnly: false,
    parameters: {},
    async act({ respond }) {
      const { body, ...head } = await readContent(await respond())
      const half = body.slice(0, Math.floor(body.byteLength / 2))
      throw new LostResponseError('The connection broke in the middle of the response.', {
        ...head,
        body: half,
      })
    },
  },
  trickle: {
    meaning: 'The call runs, and its response comes in ten pieces.',
    isSealedOnly: false,
    parameters: { milliseconds: 1000 },
    async act({ respond, signal }, { milliseconds }) {
      const { body, ...head } = await readContent(await respond())
      const size = Math.max(1, Math.ceil(body.byteLength / 10))
      const starts = Array.from({ length: Math.ceil(body.byteLength / size) }, (_, at) => at * size)
      const pieces = starts.map((start) => body.subarray(start, start + size))
      return new StreamResponse(
        slowDown(pieces, () => wait(milliseconds / 10, signal)),
        head,
      )
    },
  },
  lost: {
    meaning: 'The call runs, and its response is lost: the connection breaks.',
    isSealedOnly: false,
    parameters: {},
    async act({ respond }) {
      await respond()
      throw new LostResponseError('The connection broke before the response.')
    },
  },
  'token-expired': {
    meaning: 'The call returns 1007, as if the token had expired.',
    isSealedOnly: true,
    parameters: {},
    act: ({ respondAs }) => respondAs('no-token'),
  },
  'wrong-signature': {
    meaning: 'The call runs, and the signature of its response is wrong.',
    isSealedOnly: true,
    parameters: {},
    async act({ respond }) {
      const { body, ...head } = await readContent(await respond())
      return new TextResponse(corruptSignature(new TextDecoder().decode(body)), head)
    },
  },
  'old-key': {
    meaning: 'The call runs, and its response is signed with an unknown key.',
    isSealedOnly: true,
    parameters: {},
    act: ({ respondAs }) => respondAs('old-key'),
  },
  'unsigned-code': {
    meaning: 'The call returns a code without a signature and does not run.',
    isSealedOnly: true,
    parameters: { code: 100_002 },
    act: async ({ operation }, { code }) => createUnsignedResponse(operation, code),
  },
}

export const isFaultKind = (name: string): name is FaultKind => Object.hasOwn(faultKinds, name)

export function act(kind: FaultKind, call: FaultyCall, parameters: FaultParameters): Promise<TextResponse> {
  const { act: runFault, parameters: defaults } = faultKinds[kind]
  const { status = defaults.status, code = defaults.code, milliseconds = defaults.milliseconds } = parameters
  return runFault(call, { status: status ?? 0, code: code ?? 0, milliseconds: milliseconds ?? 0 })
}

export const isSealed = (operation: OperationId): boolean => operations[operation].family !== 'token'

// The wait ends when the caller gives up.
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {})
}

interface ResponseContent {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

async function readContent(response: TextResponse): Promise<ResponseContent> {
  const { status, headers } = response
  const body = new Uint8Array(await response.toResponse().arrayBuffer())
  return { status, headers: { ...headers, 'content-length': String(body.byteLength) }, body }
}

async function* slowDown(pieces: readonly Uint8Array[], wait: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await wait()
    yield piece
  }
}

/** Corrupts a signature or a sealed text near its end. */
function corruptSignature(text: string): string {
  const response: unknown = JSON.parse(text)
  if (typeof response !== 'object' || response === null) return text
  for (const name of ['sign', 'data'] as const) {
    const value: unknown = Object.entries(response).find(([field]) => field === name)?.[1]
    if (typeof value === 'string' && value !== '') return JSON.stringify({ ...response, [name]: corruptText(value) })
  }
  return text
}

// Not the last character: decoders ignore some of its bits.
function corruptText(text: string): string {
  const at = Math.max(0, text.length - 8)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

/** Creates an unsigned failure in the format of the call's family. */
function createUnsignedResponse(operation: OperationId, code: number): TextResponse {
  const msg = 'This code has no signature.'
  const bodies: Readonly<Record<string, object>> = {
    v1: { code, msg, data: '', sign: '' },
    mpc: { code, msg },
  }
  const body = bodies[operations[operation].family] ?? { code: String(code), msg }
  return new TextResponse(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
}
