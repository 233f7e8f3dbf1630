import { STATUS_CODES } from 'node:http'

interface TextResponseInit {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A response with a text. Making a `Response` costs more than the rest of a plain call, and `node:http` needs none.
 */
export class TextResponse {
  readonly text: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(text: string, { status = 200, headers = {} }: TextResponseInit = {}) {
    this.text = text
    this.status = status
    this.headers = headers
  }

  /** Bytes of the text. */
  get length(): number {
    return Buffer.byteLength(this.text)
  }

  /** The same response with more headers. */
  with(headers: Readonly<Record<string, string>>): TextResponse {
    return new TextResponse(this.text, { status: this.status, headers: { ...this.headers, ...headers } })
  }

  toResponse(): Response {
    const { text, status, headers, length } = this
    const init = { status, statusText: STATUS_CODES[status] ?? '' }
    if (text === '') return new Response(null, { ...init, headers })
    return new Response(text, { ...init, headers: { ...headers, 'content-length': String(length) } })
  }
}

/** A response as a `Response`. */
export const toResponse = (response: Response | TextResponse): Response =>
  response instanceof TextResponse ? response.toResponse() : response
