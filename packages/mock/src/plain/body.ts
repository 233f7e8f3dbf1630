import { requestLimits } from '@custody-wallet/encryption'

import { problem } from './problem.ts'

const { body: most } = requestLimits

/** The JSON of a body within the limit, or the problem. */
export async function readBody(request: Request): Promise<{ readonly value: unknown } | Response> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type))
    return problem('body-not-json', { detail: 'Send JSON, with the header Content-Type: application/json.' })
  const bytes = await bytesOf(request)
  return bytes instanceof Response ? bytes : parsed(bytes)
}

const tooLong = (): Response =>
  problem('body-too-long', {
    detail: `The body is longer than ${most} bytes. Send a shorter one.`,
    headers: { connection: 'close' },
  })

/** The bytes of a body. It never holds more than the limit in memory. */
async function bytesOf(request: Request): Promise<Uint8Array<ArrayBuffer> | Response> {
  // The announced length can only reject a body: an in-process request may have a wrong one.
  if (Number(request.headers.get('content-length')) > most) return tooLong()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > most) return tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// The parser's message repeats a part of the text. That is safe here, because the sender knows the text.
function parsed(bytes: Uint8Array): { readonly value: unknown } | Response {
  try {
    return { value: JSON.parse(decoder.decode(bytes)) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem('body-malformed', { detail: `The body must be JSON in UTF-8: ${reason}.` })
  }
}
