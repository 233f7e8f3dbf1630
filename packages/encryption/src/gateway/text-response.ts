import { STATUS_CODES } from 'node:http'

interface TextResponseInit {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A response as a string. Creating a `Response` costs more than the rest of a plain call, and `node:http` needs none. */
export class TextResponse {
  readonly text: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(text: string, { status = 200, headers = {} }: TextResponseInit = {}) {
    this.text = text
    this.status = status
    this.headers = headers
  }

  /** Length in bytes. */
  get length(): number {
    return Buffer.byteLength(this.text)
  }

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

export const toResponse = (response: Response | TextResponse): Response =>
  response instanceof TextResponse ? response.toResponse() : response
