// Bodies of HTTP messages, read no further than a limit allows.
import { throwIfAborted } from '../errors.ts'

/**
 * Reads a body, at most one piece beyond the limit: whoever takes the bytes sees that they are too many, and nobody
 * has kept the rest in memory. A caller who gives up ends the reading, even where the stream itself does not know.
 */
export async function readWithin(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  throwIfAborted(signal)
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await collect(reader, most)
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
    throwIfAborted(signal)
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array()
  let length = 0
  while (length <= most) {
    const { value } = await reader.read()
    if (!value) break
    bytes = appended(bytes, length, value)
    length += value.byteLength
  }
  return bytes.subarray(0, length)
}

// A piece is copied and let go: each may hold a whole buffer of its connection, and there may be one for every byte.
function appended(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
  piece: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const needed = length + piece.byteLength
  // Most bodies are one piece; room for more is made when there are more.
  const roomy = needed <= bytes.byteLength ? bytes : new Uint8Array(length === 0 ? needed : 2 * needed)
  if (roomy !== bytes) roomy.set(bytes.subarray(0, length))
  roomy.set(piece, length)
  return roomy
}
