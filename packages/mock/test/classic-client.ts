// A client of the classic dialect that uses only node:crypto, node:http, the files of its credentials and public documents.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

import { createClassicCrypto } from './classic-crypto.ts'

interface RequestOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends a message and returns the raw response. */
async function send(url: string, { method = 'GET', headers = {}, body }: RequestOptions) {
  const sent = request(url, { method, headers, agent: false }).end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  const result: Record<string, unknown> = response ? JSON.parse(await text(response)) : {}
  return result
}

/** Creates a client with the credentials of a folder for the service at an address. */
export function createClassicClient(folder: string, base: string) {
  const { appId, sealQuery, openQuery, sealEnvelope, openEnvelope } = createClassicCrypto(folder)
  const buildQuery = (content: object, size: number): string =>
    `app_id=${appId}&data=${sealQuery(JSON.stringify(content), size).toString('base64url')}`
  return {
    appId,
    openEnvelope,
    /** Creates the envelope of a v1 call; `time` as it is in the JSON. */
    buildEnvelope: (plaintext: string, time: string): string => {
      const { data, sign } = sealEnvelope(plaintext, 245)
      return `{"app_id":"${appId}","time":${time},"sign":"${sign.toString('base64url')}","data":"${data.toString('base64url')}"}`
    },
    /** Makes a v2 or MPC call with a query, sealed in blocks of `size`. */
    get: async (path: string, content: object, size = 234): Promise<unknown> => {
      const { data } = await send(`${base}${path}?${buildQuery(content, size)}`, {})
      return openQuery(data)
    },
    /** Makes the same call as a form. */
    post: async (path: string, content: object, type = 'application/x-www-form-urlencoded') => {
      const { data } = await send(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: buildQuery(content, 245),
      })
      return openQuery(data)
    },
    /** Makes a v1 call. */
    call: (path: string, body: string, headers = { 'content-type': 'application/json' }) =>
      send(`${base}${path}`, { method: 'POST', headers, body }),
    /** Sends any message. */
    sendRaw: (path: string, headers: Record<string, string> = {}) => send(`${base}${path}`, { headers }),
  }
}
