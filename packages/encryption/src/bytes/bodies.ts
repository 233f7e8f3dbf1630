// Bodies of HTTP messages, read no further than a limit allows.
import { throwIfAborted } from '../keys/abort.ts'

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
  const pieces: Uint8Array[] = []
  let length = 0
  while (length <= most) {
    const { value } = await reader.read()
    if (!value) break
    pieces.push(value)
    length += value.byteLength
  }
  return joined(pieces, length)
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}
