import type { IncomingMessage, ServerResponse } from 'node:http'

import { keepAliveDuring } from '../request-lifetime.ts'
import type { Gateway } from './gateway.ts'
import { webRequest } from './node-request.ts'

/** A request of `node:http` or Express, or one of Fastify around it. `body` is what a parser has made of it. */
export type NodeRequest = (IncomingMessage | { readonly raw: IncomingMessage }) & { readonly body?: unknown }

/** A response of `node:http` or Express, or a reply of Fastify around it. */
export type NodeReply = ServerResponse | { readonly raw: ServerResponse; hijack(): unknown }

/** Answers one request of `node:http`, Express or Fastify. It never rejects. */
export type NodeListener = (request: NodeRequest, reply: NodeReply) => Promise<void>

export interface NodeListenerOptions {
  /** Milliseconds for those who are still sending when the answer is out; 1,000 unless given. */
  readonly linger?: number
}

/**
 * Puts a gateway behind `node:http`, an Express application or a Fastify route, before their body parsers or behind
 * them. Before them is better: no more of a body is read than the limit, and what is no JSON gets the answer that
 * every other spoilt message gets.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { type Gateway, nodeListener } from '@custody-wallet/encryption/gateway'
 *
 * const serverOf = (gateway: Gateway) => {
 *   const listen = nodeListener(gateway)
 *   return createServer((request, response) => void listen(request, response))
 * }
 * console.log(serverOf.length)
 * ```
 */
export function nodeListener(gateway: Gateway, { linger = 1000 }: NodeListenerOptions = {}): NodeListener {
  return async (request, reply) => {
    const response = rawReply(reply)
    const raw = 'raw' in request ? request.raw : request
    const controller = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) controller.abort()
    })
    response.once('finish', () => drain(raw, linger))
    try {
      const incoming = webRequest(raw, request.body, controller.signal)
      await keepAliveDuring(incoming, async () => write(await gateway(incoming), response))
    } catch {
      fail(response)
    }
  }
}

// Fastify sends its own answer unless it is told that somebody else does.
function rawReply(reply: NodeReply): ServerResponse {
  if (!('raw' in reply)) return reply
  reply.hijack()
  return reply.raw
}

async function write(answer: Response, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  if (response.destroyed || response.headersSent) return
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) if (!ofThisHop.has(name)) response.appendHeader(name, value)
  if (!bodiless.has(answer.status)) response.setHeader('content-length', body.byteLength)
  response.end(body)
}

// RFC 9110, 8.6: these have no length. Node counts the others itself, but for a HEAD, after which it would hang up.
const bodiless = new Set([204, 304])

// RFC 9110, 7.6.1. The length is that of the body as it is here.
const ofThisHop = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'])

function fail(response: ServerResponse): void {
  if (response.headersSent) return
  response.statusCode = 500
  response.end()
}

// Whoever is still sending when the answer is out has a moment to finish, so that the answer is not lost in a reset;
// what comes is thrown away. After that the connection ends.
function drain(raw: IncomingMessage, linger: number): void {
  if (raw.complete) return
  const timer = setTimeout(() => raw.destroy(), linger)
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => clearTimeout(timer))
  raw.resume()
}
