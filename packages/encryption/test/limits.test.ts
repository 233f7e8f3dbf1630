import { expect, test } from 'vitest'

import { readWithin } from '../src/limits.ts'
import { collectGarbage } from './support/garbage.ts'

const { signal } = new AbortController()
const size = 65_536

/** Counts the chunks in memory when all but the end of a body was read. Each has its own buffer. */
async function countAlive(count: number, length: number): Promise<number> {
  const pieces: WeakRef<ArrayBuffer>[] = []
  let alive = -1
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (pieces.length < count) {
          const buffer = new ArrayBuffer(size)
          pieces.push(new WeakRef(buffer))
          return controller.enqueue(new Uint8Array(buffer, 0, length))
        }
        await collectGarbage()
        alive = pieces.filter((piece) => piece.deref()).length
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  expect((await readWithin(body, count * length, signal)).byteLength).toBe(count * length)
  return alive
}

test.each([1, 100, size])(
  'chunks of %i bytes are copied, so that the buffer of their connection is released',
  async (length) => {
    const alive = await countAlive(200, length)
    expect(alive).toBeGreaterThanOrEqual(0)
    expect(alive).toBeLessThan(20)
  },
)

test('a body in one chunk is not copied', async () => {
  const { body } = new Response(new Uint8Array(1000))
  expect((await readWithin(body, 1000, signal)).buffer.byteLength).toBe(1000)
})
