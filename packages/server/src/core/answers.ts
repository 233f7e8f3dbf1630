// Answers before they become a `Response`. Making one costs more than the rest of a plain call, and Node needs none.
import { TextAnswer } from '@custody-wallet/encryption/gateway/internal'

export { TextAnswer }

/** What a server knows about a request beside its content. */
export interface RequestInfo {
  /** IP address of the caller. */
  readonly address?: string | undefined
}

/** Answers a request. */
export type Fetch = (request: Request, info?: RequestInfo) => Promise<Response>

/** An answer of a server of this package. */
export type Answer = Response | TextAnswer

/** Answers a request, perhaps without a `Response`. */
export type AnswerRequest = (request: Request, info: RequestInfo) => Promise<Answer>

/** What arrives of an answer before its connection breaks. */
export interface AnswerPart {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Thrown instead of an answer that must not arrive, or only in part, as when a connection breaks. `listenOn` breaks the
 * connection; other callers get what `fetch` gives: an error, or a body that ends in one.
 */
export class LostAnswerError extends TypeError {
  override readonly name: string = 'LostAnswerError'
  readonly part: AnswerPart | undefined

  constructor(message: string, part?: AnswerPart) {
    super(message)
    this.part = part
  }

  /** The part as a `Response`; throws this error without one. */
  toResponse(): Response {
    if (!this.part) throw this
    const { status, headers, body } = this.part
    const pieces = [body]
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = pieces.shift()
        if (piece) controller.enqueue(piece)
        else controller.error(this)
      },
    })
    return new Response(stream, { status, headers })
  }
}

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
    const answered = await answer(request, info).catch(partOf)
    const response = answered instanceof TextAnswer ? answered.toResponse() : answered
    return forMethod(request, response)
  }
  known.set(fetch, answer)
  return fetch
}

function partOf(error: unknown): Response {
  if (error instanceof LostAnswerError) return error.toResponse()
  throw error
}

/** A response without its body where the request is HEAD. */
export const forMethod = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response

/** What `fetchOf` was called with; the function itself if it comes from elsewhere. */
export const answerRequestOf = (fetch: Fetch): AnswerRequest => known.get(fetch) ?? fetch
