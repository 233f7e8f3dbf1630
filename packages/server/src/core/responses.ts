// Responses without a `Response` object, which costs more than the rest of a plain call. Node does not need it.
import { TextResponse } from '@custody-wallet/encryption/gateway/internal'

export { TextResponse }

/** Facts about a request that are not part of it. */
export interface RequestInfo {
  /** IP address of the caller. */
  readonly address?: string | undefined
}

/** Handles a request. */
export type Fetch = (request: Request, info?: RequestInfo) => Promise<Response>

/** A response of a server of this package. */
export type AnyResponse = Response | TextResponse

/** Handles a request; may return a `TextResponse`, which is cheaper. */
export type Responder = (request: Request, info: RequestInfo) => Promise<AnyResponse>

/** The part of a response that is sent before the connection breaks. */
export interface ResponsePart {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Throw it to simulate a connection that breaks before or during the response. `listenOn` breaks the connection. Other
 * callers get an error, or a body that ends with one, as from `fetch`.
 */
export class LostResponseError extends TypeError {
  override readonly name: string = 'LostResponseError'
  readonly part: ResponsePart | undefined

  constructor(message: string, part?: ResponsePart) {
    super(message)
    this.part = part
  }

  /** Converts the part to a `Response`. Throws this error if there is no part. */
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
 * Creates a function of the Fetch API. `listen` sends a `TextResponse` without creating a `Response`.
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

/** Removes the body of a response to HEAD. */
export const adaptToMethod = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response

/** Returns the responder that `createFetch` wrapped, or the function itself. */
export const getResponder = (fetch: Fetch): Responder => responders.get(fetch) ?? fetch
