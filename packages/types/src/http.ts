/**
 * HTTP for callers with and without keys: addresses of a service, queries, and bodies with a limit.
 *
 * @example
 * ```ts
 * import { checkUrl, readBody } from '@custody-wallet/types/http'
 *
 * const { signal } = new AbortController()
 * const body = await readBody(new Response('{}').body, 1024, signal)
 * console.log(checkUrl('https://api.custody.example/', 'base'), body.byteLength)
 * ```
 *
 * @module
 */
export { buildQuery, readParameters, parseValue } from './query.ts'
export { keepAliveDuring, keepAliveWith } from './request-lifetime.ts'

/** The three addresses of a service. An address may have a path, to which the paths of its calls are appended. */
export interface Urls {
  /** Serves the token call. */
  readonly openPlatform: string
  /** Serves the v2 and MPC calls. */
  readonly base: string
  /** Serves the v1 calls. */
  readonly v1: string
}

/** Sends a request, like the global `fetch`. For a handler in the same process, pass `(url, init) => handler(new Request(url, init))`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Checks an address, and removes its trailing slash. Rejects credentials, which would end up in logs, and a query or
 * fragment. The error names the option, without the address.
 */
export function checkUrl(address: string, name: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError(`${name} must be an http or https address without credentials, query or fragment.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether a header, in lower case, describes the connection or the body. */
export const isConnectionHeader = (name: string): boolean =>
  /^(connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/.test(name)

/** Whether a header is one of the connection, or of the token call, whose credential is only for its own address. */
export const isReservedHeader = (name: string): boolean =>
  isConnectionHeader(name) || name === 'api-key' || name === 'timestamp'

/** Origin for plain paths. It is never called. */
const plainOrigin = 'http://plain.invalid'

/** Creates a request from the arguments of a `fetch` for the plain view, which ignores the origin of the URL. */
export function createPlainRequest(input: string | URL | Request, init?: RequestInit): Request {
  if (input instanceof Request) return init ? new Request(input, init) : input
  // Errors of `URL` and `Request` repeat the address, and a query may hold personal data.
  if (!URL.canParse(input, plainOrigin))
    throw new TypeError('The plain address is not a URL. Pass a path, such as /api/v2/user/info.')
  const { pathname, search } = new URL(input, plainOrigin)
  return new Request(`${plainOrigin}${pathname}${search}`, init)
}

/**
 * Reads a body, and stops after the chunk that exceeds the limit: compare the length of the result with the limit. Throws
 * the reason of the signal when it aborts, even if the stream ignores the signal.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (signal.aborted) void body?.cancel().catch(() => undefined)
  signal.throwIfAborted()
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await collect(reader, limit)
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
    signal.throwIfAborted()
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array()
  let length = 0
  while (length <= limit) {
    const { value } = await reader.read()
    if (!value) break
    bytes = length === 0 ? copySmallChunk(value) : appendChunk(bytes, length, value)
    length += value.byteLength
  }
  return bytes.subarray(0, length)
}

// Most bodies are one chunk, which is used as it is. A small chunk is copied, because it may hold a whole buffer of its
// connection.
const copySmallChunk = (chunk: Uint8Array): Uint8Array =>
  2 * chunk.byteLength < chunk.buffer.byteLength ? chunk.slice() : chunk

// Chunks are copied and released, because each may hold a whole buffer of its connection.
function appendChunk(bytes: Uint8Array, length: number, chunk: Uint8Array): Uint8Array {
  const size = length + chunk.byteLength
  const room = size <= bytes.byteLength ? bytes : new Uint8Array(2 * size)
  if (room !== bytes) room.set(bytes.subarray(0, length))
  room.set(chunk, length)
  return room
}
