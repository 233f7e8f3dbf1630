// One request over a connection of its own, to an address that was checked before.
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

import { readBody } from '@custody-wallet/types/http'

import { addressOf, type AddressRule } from './addresses.ts'
import { Failure } from './failures.ts'

/** What came back. */
export interface Reply {
  readonly status: number
  readonly body: Uint8Array
}

/** Posts a body to a URL. Throws a `Failure`. */
export type Post = (url: URL, body: string, signal: AbortSignal) => Promise<Reply>

// The largest answer that the contract allows is far smaller.
const mostBytes = 64 * 1024
const headers = { 'content-type': 'application/json' } as const

/** Posts over the network, to addresses that the rule allows. Redirects are never followed. */
export const networkPost =
  (rule: AddressRule): Post =>
  async (url, body, signal) => {
    const pinned = await addressOf(url, rule)
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection that another delivery left could belong to an address of an earlier lookup.
        agent: false,
        signal,
        lookup(_host, { all }, done) {
          if (all) done(null, [pinned])
          else done(null, pinned.address, pinned.family)
        },
      })
      sent.on('error', reject)
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
      sent.end(body)
    })
  }

/** Posts with a function such as `fetch`: to a receiver in this process. */
export const fetchPost =
  (fetch: (url: string, init: RequestInit) => Promise<Response>): Post =>
  async (url, body, signal) => {
    const response = await fetch(url.href, { method: 'POST', headers, body, signal, redirect: 'manual' })
    const bytes = await readBody(response.body, mostBytes, signal)
    if (bytes.byteLength > mostBytes) throw tooLong()
    return { status: response.status, body: bytes }
  }

const tooLong = (): Failure => new Failure('answer-length', `The answer has more than ${mostBytes} bytes.`)
