// The faults: what each of them does to a call or to its answer.
import { setTimeout as pause } from 'node:timers/promises'

import { type Answer, LostAnswerError, TextAnswer } from '@custody-wallet/server/core'
import { type OperationId, operations } from '@custody-wallet/types/operations'

export type View = 'plain' | 'wire'

/** How a fault acts. */
export interface FaultParameters {
  /** HTTP status. */
  readonly status?: number | undefined
  /** Code of the interface. */
  readonly code?: number | undefined
  readonly milliseconds?: number | undefined
}

/** A platform that signs with a key which merchants do not know, or that takes no token as valid. */
export type OtherPlatform = 'no-token' | 'old-key'

/** A call that a fault acts on. */
export interface FaultyCall {
  readonly operation: OperationId
  readonly signal: AbortSignal
  /** Runs the call. */
  readonly answer: () => Promise<Answer>
  /** Runs the call on a platform that differs. */
  readonly answerBy: (platform: OtherPlatform) => Promise<Answer>
}

export type FaultKind =
  | 'html'
  | 'latency'
  | 'lost'
  | 'misdirected'
  | 'old-key'
  | 'status'
  | 'token-expired'
  | 'trickle'
  | 'truncated'
  | 'unsigned-code'
  | 'wrong-signature'

type Values = Readonly<Record<keyof FaultParameters, number>>

interface Kind {
  readonly meaning: string
  /** Whether it only acts on sealed messages, which the wire view has. */
  readonly sealed: boolean
  /** Its parameters, with their usual values. */
  readonly parameters: Partial<Values>
  readonly act: (call: FaultyCall, parameters: Values) => Promise<Answer>
}

const html = (status: number): TextAnswer =>
  new TextAnswer(`<!doctype html><title>${status}</title><h1>The service is being maintained</h1>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

const statusOnly = (status: number): TextAnswer =>
  new TextAnswer(`The sandbox answers with the fault HTTP ${status}.`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })

export const faultKinds: Readonly<Record<FaultKind, Kind>> = {
  latency: {
    meaning: 'The call waits before it runs.',
    sealed: false,
    parameters: { milliseconds: 1000 },
    async act({ answer, signal }, { milliseconds }) {
      await waited(milliseconds, signal)
      return answer()
    },
  },
  status: {
    meaning: 'An HTTP status answers instead of the call.',
    sealed: false,
    parameters: { status: 503 },
    act: async (_call, { status }) => statusOnly(status),
  },
  misdirected: {
    meaning: 'HTTP 421 answers instead of the call.',
    sealed: false,
    parameters: {},
    act: async () => statusOnly(421),
  },
  html: {
    meaning: 'An HTML page answers instead of the call, as that of a proxy.',
    sealed: false,
    parameters: { status: 200 },
    act: async (_call, { status }) => html(status),
  },
  truncated: {
    meaning: 'The call runs, and the connection breaks in the middle of its answer.',
    sealed: false,
    parameters: {},
    async act({ answer }) {
      const { body, ...whole } = await contentOf(await answer())
      const half = body.slice(0, Math.floor(body.byteLength / 2))
      throw new LostAnswerError('The connection broke in the middle of the answer.', { ...whole, body: half })
    },
  },
  trickle: {
    meaning: 'The call runs, and its answer comes in ten pieces.',
    sealed: false,
    parameters: { milliseconds: 1000 },
    async act({ answer, signal }, { milliseconds }) {
      const { body, ...whole } = await contentOf(await answer())
      const size = Math.max(1, Math.ceil(body.byteLength / 10))
      const starts = Array.from({ length: Math.ceil(body.byteLength / size) }, (_, at) => at * size)
      const pieces = starts.map((start) => body.subarray(start, start + size))
      return streamed(pieces, whole, () => waited(milliseconds / 10, signal))
    },
  },
  lost: {
    meaning: 'The call runs, and its answer is lost: the connection breaks.',
    sealed: false,
    parameters: {},
    async act({ answer }) {
      await answer()
      throw new LostAnswerError('The connection broke before the answer.')
    },
  },
  'token-expired': {
    meaning: 'The call is answered as with an expired token (1007), although the token should live on.',
    sealed: true,
    parameters: {},
    act: ({ answerBy }) => answerBy('no-token'),
  },
  'wrong-signature': {
    meaning: 'The call runs, and the signature of its answer is wrong.',
    sealed: true,
    parameters: {},
    async act({ answer }) {
      const { body, ...whole } = await contentOf(await answer())
      return new TextAnswer(withWrongSignature(new TextDecoder().decode(body)), whole)
    },
  },
  'old-key': {
    meaning: 'The call runs, and its answer is signed with a key that the merchant does not know.',
    sealed: true,
    parameters: {},
    act: ({ answerBy }) => answerBy('old-key'),
  },
  'unsigned-code': {
    meaning: 'A code answers instead of the call, and no signature proves it.',
    sealed: true,
    parameters: { code: 100_002 },
    act: async ({ operation }, { code }) => unsignedCode(operation, code),
  },
}

export const isFaultKind = (name: string): name is FaultKind => Object.hasOwn(faultKinds, name)

/** Lets a fault act on a call. */
export function act(kind: FaultKind, call: FaultyCall, parameters: FaultParameters): Promise<Answer> {
  const { act: run, parameters: usual } = faultKinds[kind]
  const { status = usual.status, code = usual.code, milliseconds = usual.milliseconds } = parameters
  return run(call, { status: status ?? 0, code: code ?? 0, milliseconds: milliseconds ?? 0 })
}

/** Whether a call has sealed messages. */
export const isSealed = (operation: OperationId): boolean => operations[operation].family !== 'token'

// A caller that gives up ends the wait.
async function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {})
}

interface Content {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

async function contentOf(answer: Answer): Promise<Content> {
  const response = answer instanceof TextAnswer ? answer.toResponse() : answer
  const body = new Uint8Array(await response.arrayBuffer())
  const length = { 'content-length': String(body.byteLength) }
  return { status: response.status, headers: { ...Object.fromEntries(response.headers), ...length }, body }
}

/** An answer whose body comes piece by piece. */
function streamed(
  pieces: readonly Uint8Array[],
  { status, headers }: Pick<Content, 'headers' | 'status'>,
  before: () => Promise<void>,
): Response {
  const left = [...pieces]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = left.shift()
      if (piece === undefined) return controller.close()
      await before()
      controller.enqueue(piece)
    },
  })
  return new Response(body, { status, headers })
}

/** Changes the last characters of a signature or of a sealed text. */
function withWrongSignature(text: string): string {
  const answer: unknown = JSON.parse(text)
  if (typeof answer !== 'object' || answer === null) return text
  for (const name of ['sign', 'data'] as const) {
    const value: unknown = Object.entries(answer).find(([member]) => member === name)?.[1]
    if (typeof value === 'string' && value !== '')
      return JSON.stringify({ ...answer, [name]: changed(value) })
  }
  return text
}

// The very last character of base64 may have bits that no decoder reads.
function changed(text: string): string {
  const at = Math.max(0, text.length - 8)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

/** A failure as the family of a call writes it, without a signature. */
function unsignedCode(operation: OperationId, code: number): TextAnswer {
  const msg = 'This code has no signature.'
  const answers: Readonly<Record<string, object>> = {
    v1: { code, msg, data: '', sign: '' },
    mpc: { code, msg },
  }
  const answer = answers[operations[operation].family] ?? { code: String(code), msg }
  return new TextAnswer(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
}
