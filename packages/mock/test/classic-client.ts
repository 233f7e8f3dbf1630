// A client of the classic dialect as others have one: node:crypto, node:http, the files of its credentials, and what
// public documents say. It takes nothing from this repository.
import * as crypto from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

const padding = crypto.constants.RSA_PKCS1_PADDING
const bytes = (sealed: string): Buffer => Buffer.from(sealed, 'base64url')
const md5 = (plaintext: string): Buffer =>
  Buffer.from(crypto.createHash('md5').update(plaintext).digest('hex'))

/** Puts a text through RSA, piece by piece. */
function pieces(whole: Buffer, size: number, each: (piece: Buffer) => Buffer): Buffer {
  const count = Math.ceil(whole.length / size)
  return Buffer.concat(
    Array.from({ length: count }, (_, at) => each(whole.subarray(at * size, (at + 1) * size))),
  )
}

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
  const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
  const own = crypto.createPrivateKey(read('merchant-private.pem'))
  const platform = crypto.createPublicKey(read('platform-public.pem'))
  const appId = read('app_id')
  const sealed = (plaintext: string, size: number): string =>
    pieces(Buffer.from(plaintext), size, (piece) =>
      crypto.privateEncrypt({ key: own, padding }, piece),
    ).toString('base64url')
  const opened = (data: unknown): unknown =>
    JSON.parse(
      pieces(bytes(String(data)), 256, (block) =>
        crypto.publicDecrypt({ key: platform, padding }, block),
      ).toString(),
    )
  /** The envelope of a v1 call; `time` as it stands in the JSON. */
  const envelope = (plaintext: string, time: string): string => {
    const data = pieces(Buffer.from(plaintext), 245, (piece) =>
      crypto.publicEncrypt({ key: platform, padding }, piece),
    ).toString('base64url')
    const sign = crypto.sign('sha256', md5(plaintext), own).toString('base64url')
    return `{"app_id":"${appId}","time":${time},"sign":"${sign}","data":"${data}"}`
  }
  /** Opens a v1 answer. One whose signature is wrong opens to nothing. */
  const openEnvelope = ({ data, sign }: Record<string, unknown>): unknown => {
    const plaintext = pieces(bytes(String(data)), 256, (block) =>
      crypto.privateDecrypt({ key: own, padding }, block),
    ).toString()
    const genuine = crypto.verify('sha256', md5(plaintext), platform, bytes(String(sign)))
    return genuine ? JSON.parse(plaintext) : undefined
  }
  const queryOf = (data: string): string => `app_id=${appId}&data=${data}`
  return {
    appId,
    envelope,
    openEnvelope,
    /** A v2 or MPC call in the address, sealed in pieces of `size`. */
    get: async (path: string, members: object, size = 234): Promise<unknown> => {
      const { data } = await send(`${base}${path}?${queryOf(sealed(JSON.stringify(members), size))}`, {})
      return opened(data)
    },
    /** The same as a form. */
    post: async (path: string, members: object, type = 'application/x-www-form-urlencoded') => {
      const body = queryOf(sealed(JSON.stringify(members), 245))
      const { data } = await send(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
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
