// Responses before they become a `Response`. Making one costs more than the rest of a plain call, and Node needs none.
import { TextResponse } from '@custody-wallet/encryption/gateway/internal'

export { TextResponse }

/** What a server knows about a request beside its content. */
export interface RequestInfo {
  /** IP address of the caller. */
  readonly address?: string | undefined
}

/** Answers a request. */
export type Fetch = (request: Request, info?: RequestInfo) => Promise<Response>

/** A response of a server of this package. */
export type AnyResponse = Response | TextResponse

/** Answers a request, perhaps without a `Response`. */
export type Responder = (request: Request, info: RequestInfo) => Promise<AnyResponse>

/** What arrives of a response before its connection breaks. */
export interface ResponsePart {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Thrown instead of a response that must not arrive, or only in part, as when a connection breaks. `listenOn` breaks the
 * connection; other callers get what `fetch` gives: an error, or a body that ends in one.
 */
export class LostResponseError extends TypeError {
  override readonly name: string = 'LostAnswerError'
  readonly part: ResponsePart | undefined

  constructor(message: string, part?: ResponsePart) {
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

const responders = new WeakMap<Fetch, Responder>()

/**
 * A function of the Fetch API. `listen` sends the texts that `respond` returns without making a `Response` of them.
 *
 * @example
 * ```ts
 * import { createFetch, TextResponse } from '@custody-wallet/server/core'
 *
 * const fetch = createFetch(async () => new TextResponse('hello'))
 * console.log(await (await fetch(new Request('http://service/'))).text())
 * ```
 */
export function createFetch(respond: Responder): Fetch {
  const fetch: Fetch = async (request, info = {}) => {
    const result = await respond(request, info).catch(toPartialResponse)
    const response = result instanceof TextResponse ? result.toResponse() : result
    return adaptToMethod(request, response)
  }
  responders.set(fetch, respond)
  return fetch
}

function toPartialResponse(error: unknown): Response {
  if (error instanceof LostResponseError) return error.toResponse()
  throw error
}

/** A response without its body where the request is HEAD. */
export const adaptToMethod = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response

/** What `createFetch` was called with; the function itself if it comes from elsewhere. */
export const getResponder = (fetch: Fetch): Responder => responders.get(fetch) ?? fetch
