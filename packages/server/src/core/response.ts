// Answers whose text is known. Reading it back from the body's stream would take a fourth of a plain call's time.
import { ServerResponse } from 'node:http'

const texts = new WeakMap<Response, string>()

/**
 * An answer with a text, which `listen` sends without reading the body.
 *
 * @example
 * ```ts
 * import { textResponse } from '@custody-wallet/server/core'
 *
 * const response = textResponse('{}', { headers: { 'content-type': 'application/json' } })
 * console.log(response.status, await response.text())
 * ```
 */
export function textResponse(text: string, init?: ResponseInit): Response {
  const response = new Response(text, init)
  response.headers.set('content-length', String(Buffer.byteLength(text)))
  texts.set(response, text)
  return response
}

/** Sends an answer whose text is known. It returns `false` for every other answer. */
export function sendText(response: Response, outgoing: unknown): boolean {
  const text = texts.get(response)
  if (text === undefined || !(outgoing instanceof ServerResponse)) return false
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.end(text)
  return true
}
