// Requests over connections whose address is checked when they are opened.
import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

import { readBody } from '@custody-wallet/types/http'

import { nameOf } from '../hosts.ts'
import { addressOf, type AddressRule, checkLiteral } from './addresses.ts'
import { Failure } from './failures.ts'

/** What came back. */
export interface Reply {
  readonly status: number
  readonly body: Uint8Array
}

/** Posts a body to a URL. Throws a `Failure`. */
export type Post = (url: URL, body: string, signal: AbortSignal) => Promise<Reply>

export interface Connections {
  readonly post: Post
  readonly close: () => void
}

// The largest answer that the contract allows is far smaller.
const mostBytes = 64 * 1024
const headers = { 'content-type': 'application/json' } as const

/** Connections to addresses that the rule allows. Redirects are never followed. */
export function networkConnections(rule: AddressRule): Connections {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  } as const
  const find = callbackify((host: string) => addressOf(host, rule))
  const lookup: LookupFunction = (host, { all }, done) =>
    find(host, (error, pinned) => {
      if (error) done(error, '')
      else if (all) done(null, [pinned])
      else done(null, pinned.address, pinned.family)
    })
  const send = (url: URL, body: string, signal: AbortSignal, isReused: boolean): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
        lookup,
      } as const
      const sent =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...options, agent: isReused && agents['https:'] })
          : httpRequest(url, { ...options, agent: isReused && agents['http:'] })
      sent.on('error', (error) => {
        // The receiver may have closed a connection that was idle: another one is opened.
        if (isReused && isClosed(sent, error)) resolve(send(url, body, signal, false))
        else reject(error)
      })
      readReply(sent, resolve, reject)
      sent.end(body)
    })
  return {
    async post(url, body, signal) {
      checkLiteral(nameOf(url), rule)
      return send(url, body, signal, true)
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

const isClosed = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function readReply(
  sent: ClientRequest,
  resolve: (reply: Reply) => void,
  reject: (error: unknown) => void,
): void {
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > mostBytes) response.destroy(tooLong())
      else chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
  })
}

/** Connections of a function such as `fetch`: to a receiver in this process. */
export const fetchConnections = (
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Connections => ({
  async post(url, body, signal) {
    const response = await fetch(url.href, { method: 'POST', headers, body, signal, redirect: 'manual' })
    const bytes = await readBody(response.body, mostBytes, signal)
    if (bytes.byteLength > mostBytes) throw tooLong()
    return { status: response.status, body: bytes }
  },
  close() {},
})

const tooLong = (): Failure => new Failure('answer-length', `The answer has more than ${mostBytes} bytes.`)
