// A client of the classic dialect as others have one: node:crypto, node:http, the files of its credentials, and what
// public documents say. It takes nothing from this repository.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

import { classicCrypto } from './classic-crypto.ts'

interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends a message, and gives the answer as it came. */
async function send(url: string, { method = 'GET', headers = {}, body }: Sent) {
  const sent = request(url, { method, headers, agent: false }).end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  const answer: Record<string, unknown> = response ? JSON.parse(await text(response)) : {}
  return answer
}

/** A client with the credentials of a folder, for the service at an address. */
export function classicClient(folder: string, base: string) {
  const { appId, sealed, opened, enveloped, openEnvelope } = classicCrypto(folder)
  const queryOf = (members: object, size: number): string =>
    `app_id=${appId}&data=${sealed(JSON.stringify(members), size).toString('base64url')}`
  return {
    appId,
    openEnvelope,
    /** The envelope of a v1 call; `time` as it stands in the JSON. */
    envelope: (plaintext: string, time: string): string => {
      const { data, sign } = enveloped(plaintext, 245)
      return `{"app_id":"${appId}","time":${time},"sign":"${sign.toString('base64url')}","data":"${data.toString('base64url')}"}`
    },
    /** A v2 or MPC call in the address, sealed in pieces of `size`. */
    get: async (path: string, members: object, size = 234): Promise<unknown> => {
      const { data } = await send(`${base}${path}?${queryOf(members, size)}`, {})
      return opened(data)
    },
    /** The same as a form. */
    post: async (path: string, members: object, type = 'application/x-www-form-urlencoded') => {
      const { data } = await send(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: queryOf(members, 245),
      })
      return opened(data)
    },
    /** A v1 call; the answer as it came. */
    call: (path: string, body: string, headers = { 'content-type': 'application/json' }) =>
      send(`${base}${path}`, { method: 'POST', headers, body }),
    /** Anything, as it is. */
    raw: (path: string, headers: Record<string, string> = {}) => send(`${base}${path}`, { headers }),
  }
}
