// Responses without a `Response` object, which costs more than the rest of a plain call. Node does not need it.
import { TextResponse } from '@custody-wallet/encryption/gateway/internal'

export { TextResponse }

/** Facts about a request that are not part of it. */
export interface RequestInfo {
  /** IP address of the caller. */
  readonly address?: string | undefined
  /** Whether the server ends the body at its `Content-Length`, as HTTP requires. */
  readonly hasExactLength?: boolean | undefined
}

/** Handles a request. */
export type Fetch = (request: Request, info?: RequestInfo) => Promise<Response>

/** A response of a server of this package. */
export type AnyResponse = Response | TextResponse

/** Handles a request; may return a `TextResponse`, which is cheaper. */
export type Responder<Info extends RequestInfo = RequestInfo, Reply extends AnyResponse = AnyResponse> = (
  request: Request,
  info: Info,
) => Promise<Reply>

/** A function of the Fetch API, with the responder that it wraps. */
export interface View<Reply extends AnyResponse = AnyResponse> extends Fetch {
  readonly respond: Responder<RequestInfo, Reply>
}

/** The part of a response that is sent before the connection breaks. */
export interface ResponsePart {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** A response that is sent in pieces. */
export class StreamResponse extends TextResponse {
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>

  constructor(pieces: StreamResponse['pieces'], init: Pick<TextResponse, 'headers' | 'status'>) {
    super('', init)
    this.pieces = pieces
  }

  override get length(): number {
    return Number(this.headers['content-length'] ?? 0)
  }

  override with(headers: Readonly<Record<string, string>>): StreamResponse {
    return new StreamResponse(this.pieces, { status: this.status, headers: { ...this.headers, ...headers } })
  }

  override toResponse(): Response {
    return new Response(createStream(this.pieces), { status: this.status, headers: this.headers })
  }
}

async function* iterate(pieces: StreamResponse['pieces']): AsyncGenerator<Uint8Array> {
  yield* pieces
}

function createStream(pieces: StreamResponse['pieces']): ReadableStream<Uint8Array> {
  const iterator = iterate(pieces)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return(undefined)
    },
  })
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
    return new Response(createStream(breakAfter(body, this)), { status, headers })
  }
}

async function* breakAfter(body: Uint8Array, error: Error): AsyncGenerator<Uint8Array> {
  yield body
  throw error
}

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
export function createFetch<Reply extends AnyResponse>(respond: Responder<RequestInfo, Reply>): View<Reply> {
  const fetch: Fetch = async (request, info = {}) => {
    const result: AnyResponse = await respond(request, info).catch(toPartialResponse)
    const response = result instanceof TextResponse ? result.toResponse() : result
    return adaptToMethod(request, response)
  }
  return Object.assign(fetch, { respond })
}

function toPartialResponse(error: unknown): Response {
  if (error instanceof LostResponseError) return error.toResponse()
  throw error
}

/** Removes the body of a response to HEAD. */
export const adaptToMethod = ({ method }: Request, response: Response): Response =>
  method === 'HEAD' ? new Response(null, response) : response

/** Returns the responder that `createFetch` wrapped, or the function itself. */
export const getResponder = (fetch: Fetch): Responder => (isView(fetch) ? fetch.respond : fetch)

const isView = (fetch: Fetch): fetch is View => 'respond' in fetch && typeof fetch.respond === 'function'
