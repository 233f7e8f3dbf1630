// Sends requests over connections whose address is checked when they are opened.
import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

import { type Fetch, readBody } from '@custody-wallet/types/http'

import { readHostname } from '../hosts.ts'
import { resolveAddress, type AddressRule, checkLiteral } from './addresses.ts'
import { DeliveryError } from './failures.ts'

export interface ReceiverResponse {
  readonly status: number
  readonly body: Uint8Array
}

/** Posts a body to a URL. Throws a `DeliveryError`. */
export type PostNotification = (url: URL, body: string, signal: AbortSignal) => Promise<ReceiverResponse>

export interface Connections {
  readonly post: PostNotification
  readonly close: () => void
}

// Far more than the contract allows.
const maxBytes = 64 * 1024
const headers = { 'content-type': 'application/json' } as const

/** Opens connections to addresses that the rule allows. Redirects are not followed. */
export function createNetworkConnections(rule: AddressRule): Connections {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  } as const
  const findAddress = callbackify((host: string) => resolveAddress(host, rule))
  const lookup: LookupFunction = (host, { all }, done) =>
    findAddress(host, (error, address) => {
      if (error) done(error, '')
      else if (all) done(null, [address])
      else done(null, address.address, address.family)
    })
  const send = (url: URL, body: string, signal: AbortSignal, isReused: boolean): Promise<ReceiverResponse> =>
    new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
        lookup,
      } as const
      const request =
        url.protocol === 'https:'
          ? httpsRequest(url, { ...options, agent: isReused && agents['https:'] })
          : httpRequest(url, { ...options, agent: isReused && agents['http:'] })
      request.on('error', (error) => {
        // The receiver may have closed an idle connection: retry with a new one.
        if (isReused && isClosed(request, error)) resolve(send(url, body, signal, false))
        else reject(error)
      })
      readResponse(request, resolve, reject)
      request.end(body)
    })
  return {
    async post(url, body, signal) {
      checkLiteral(readHostname(url), rule)
      return send(url, body, signal, true)
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

const isClosed = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function readResponse(
  request: ClientRequest,
  resolve: (reply: ReceiverResponse) => void,
  reject: (error: unknown) => void,
): void {
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > maxBytes) response.destroy(createLengthError())
      else chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
  })
}

/** Sends requests by a function such as `fetch`, to a receiver in this process. */
export const createFetchConnections = (fetch: Fetch): Connections => ({
  async post(url, body, signal) {
    const response = await fetch(url.href, { method: 'POST', headers, body, signal, redirect: 'manual' })
    const bytes = await readBody(response.body, maxBytes, signal)
    if (bytes.byteLength > maxBytes) throw createLengthError()
    return { status: response.status, body: bytes }
  },
  close() {},
})

const createLengthError = (): DeliveryError =>
  new DeliveryError('response-length', `The response is longer than ${maxBytes} bytes: return only the request_id.`)
