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
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > most) throw new BodyTooLong()
    pieces.push(value)
  }
  const [only] = pieces
  return pieces.length === 1 && only ? only : joined(pieces, length)
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}
