/** What carries a text as the body of a request. */
export interface OnceBody {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly duplex: 'half'
  readonly headers: { readonly 'content-length': string }
}

/**
 * Carries a text as a body that can be sent once. On HTTP 421 the `fetch` of Node sends a request again by itself, and
 * the body of a POST is then gone; it does not repeat a request whose body is a stream.
 *
 * @example
 * ```ts
 * import { onceBody } from '@custody-wallet/encryption'
 *
 * const { body, duplex, headers } = onceBody('{}')
 * const request = new Request('http://127.0.0.1:4011', { method: 'POST', body, duplex, headers })
 * console.log(await request.text(), headers['content-length']) // {} 2
 * ```
 */
export function onceBody(text: string): OnceBody {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return { body, duplex: 'half', headers: { 'content-length': String(bytes.byteLength) } }
}
