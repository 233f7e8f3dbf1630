// A third-party client for all sealed calls, whose habits can be changed one by one.
import { createClassicCrypto } from './classic-crypto.ts'

type Fields = Readonly<Record<string, unknown>>

/** How a client writes one message. */
export interface Draft {
  readonly family: 'v1' | 'v2' | 'mpc'
  readonly path: string
  /** Fields of the content, in the order in which they are written. */
  readonly content: Fields
  /** Writes fields as JSON. */
  readonly json: (fields: Fields) => string
  /** Plaintext bytes of one block. */
  readonly size: number
  /** Writes sealed bytes as text. */
  readonly text: (sealed: Buffer) => string
  /** `time` of an envelope. */
  readonly time: unknown
  /** Method of a v2 or MPC call. */
  readonly method: 'GET' | 'POST'
  /** Puts a text into a query or a form. */
  readonly escape: (text: string) => string
  /** Content type of a form. */
  readonly type: string
}

/** A response as the client reads it. Failures are sealed or not, successes are sealed or blank. */
export interface ResponseContent {
  readonly code: string
  readonly data: unknown
}

/** Creates a client with the credentials of a folder. */
export function createThirdPartyClient(folder: string) {
  const { appId, sealQuery, openQuery, sealEnvelope, openEnvelope } = createClassicCrypto(folder)

  function buildEnvelope({ content, json, size, text, time, path }: Draft, origin: string): Request {
    const { data, sign } = sealEnvelope(json(content), size)
    const body = json({ app_id: appId, time, sign: text(sign), data: text(data) })
    return new Request(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  }

  function buildQuery({ content, json, size, text, method, escape, type, path }: Draft, origin: string) {
    const query = `app_id=${appId}&data=${escape(text(sealQuery(json(content), size)))}`
    return method === 'GET'
      ? new Request(`${origin}${path}?${query}`)
      : new Request(`${origin}${path}`, { method, headers: { 'content-type': type }, body: query })
  }

  return {
    /** Seals a draft. */
    write: (draft: Draft, origin: string): Request =>
      draft.family === 'v1' ? buildEnvelope(draft, origin) : buildQuery(draft, origin),
    /** Reads a response. Throws if the platform did not seal or sign it. */
    read: async ({ family }: Draft, response: Response): Promise<ResponseContent> => {
      const body: Record<string, unknown> = JSON.parse(await response.text())
      if (family !== 'v1') return readQuery('data' in body ? openQuery(body['data']) : body)
      const data = body['data'] === '' ? undefined : openEnvelope(body)
      return { code: String(body['code']), data }
    },
  }
}

function readQuery(plaintext: unknown): ResponseContent {
  const { code, data } = Object(plaintext)
  return { code: String(code), data }
}
