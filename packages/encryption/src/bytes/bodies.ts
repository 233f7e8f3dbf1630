import { throwIfAborted } from '../errors.ts'

/**
 * Reads a body, and stops at the first piece beyond the limit. A result that is longer than the limit tells the caller
 * that the body is too long. An abort ends the reading, even if the stream itself ignores aborts.
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

// Pieces are copied and not kept: each may hold the whole buffer of its connection, and a body may have a piece per byte.
function appended(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
  piece: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const needed = length + piece.byteLength
  // Most bodies have one piece, so the second one is the first to reserve space.
  const target = needed <= bytes.byteLength ? bytes : new Uint8Array(length === 0 ? needed : 2 * needed)
  if (target !== bytes) target.set(bytes.subarray(0, length))
  target.set(piece, length)
  return target
}
