/** A body that is longer than an answer may be. */
export class BodyTooLong extends Error {}

/** Reads a body and stops at the limit, so that nobody has to keep what is too much. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    // What sends may take no notice of a signal, and come back after the end.
    signal.throwIfAborted()
    const bytes = await collect(reader, most)
    signal.throwIfAborted()
    return bytes
  } catch (error) {
    stop()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, most: number): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array()
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, length)
    if (length + value.byteLength > most) throw new BodyTooLong()
    // Most answers are one piece.
    bytes = length === 0 ? value : appended(bytes, length, value)
    length += value.byteLength
  }
}

// A piece is copied and let go: each may hold a whole buffer of its connection, and there may be one for every byte.
function appended(bytes: Uint8Array, length: number, piece: Uint8Array): Uint8Array {
  const needed = length + piece.byteLength
  const roomy = needed <= bytes.byteLength ? bytes : new Uint8Array(2 * needed)
  if (roomy !== bytes) roomy.set(bytes.subarray(0, length))
  roomy.set(piece, length)
  return roomy
}
