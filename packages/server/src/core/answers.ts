// Answers before they become a `Response`. Making one costs more than the rest of a plain call, and Node needs none.
import { type ServerResponse, STATUS_CODES } from 'node:http'

/** What a server knows about a request beside its content. */
export interface RequestInfo {
  /** IP address of the caller. */
  readonly address?: string | undefined
}

/** Answers a request. */
export type Fetch = (request: Request, info?: RequestInfo) => Promise<Response>

interface TextAnswerInit {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An answer with a text.
 *
 * @example
 * ```ts
 * import { TextAnswer } from '@custody-wallet/server/core'
 *
 * const answer = new TextAnswer('{}', { headers: { 'content-type': 'application/json' } })
 * console.log(answer.status, await answer.toResponse().text())
 * ```
 */
export class TextAnswer {
  readonly text: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(text: string, { status = 200, headers = {} }: TextAnswerInit = {}) {
    this.text = text
    this.status = status
    this.headers = headers
  }

  /** Bytes of the text. */
  get length(): number {
    return Buffer.byteLength(this.text)
  }

  /** The same answer with more headers. */
  with(headers: Readonly<Record<string, string>>): TextAnswer {
    return new TextAnswer(this.text, { status: this.status, headers: { ...this.headers, ...headers } })
  }

  toResponse(): Response {
    const { status, headers, length } = this
    const statusText = STATUS_CODES[status] ?? ''
    return new Response(this.text, {
      status,
      statusText,
      headers: { ...headers, 'content-length': String(length) },
    })
  }

  sendTo(outgoing: ServerResponse): void {
    outgoing.writeHead(this.status, { ...this.headers, 'content-length': this.length })
    outgoing.end(this.text)
  }
}

/** An answer of a server of this package. */
export type Answer = Response | TextAnswer

/** Answers a request, perhaps without a `Response`. */
export type AnswerRequest = (request: Request, info: RequestInfo) => Promise<Answer>

const known = new WeakMap<Fetch, AnswerRequest>()

/**
 * A function of the Fetch API. `listen` sends the texts that `answer` returns without making a `Response` of them.
 *
 * @example
 * ```ts
 * import { fetchOf, TextAnswer } from '@custody-wallet/server/core'
 *
 * const fetch = fetchOf(async () => new TextAnswer('hello'))
 * console.log(await (await fetch(new Request('http://service/'))).text())
 * ```
 */
export function fetchOf(answer: AnswerRequest): Fetch {
  const fetch: Fetch = async (request, info = {}) => {
    const answered = await answer(request, info)
    const response = answered instanceof TextAnswer ? answered.toResponse() : answered
    return forMethod(request, response)
  }
  known.set(fetch, answer)
  return fetch
}

/** A response without its body where the request is HEAD. */
export const forMethod = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response

/** What `fetchOf` was called with; the function itself if it comes from elsewhere. */
export const answerRequestOf = (fetch: Fetch): AnswerRequest => known.get(fetch) ?? fetch
