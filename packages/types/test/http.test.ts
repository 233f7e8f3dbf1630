import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readBody } from '../src/http.ts'

const { signal } = new AbortController()

function createStream(pieces: Iterator<Uint8Array> | AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

test('a body is joined from its chunks, and is read only up to the limit', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(pieces, async (cut) => {
      const allBytes = Buffer.concat(cut)
      expect(Buffer.from(await readBody(createStream(cut.values()), allBytes.length, signal))).toEqual(allBytes)
      const pieces = [...cut, new Uint8Array(1), new Uint8Array(1)].values()
      const read = await readBody(createStream(pieces), allBytes.length, signal)
      expect(read.byteLength).toBe(allBytes.length + 1)
    }),
  )
})

test('a small first chunk is copied, so that the buffer of its connection is released', async () => {
  const buffer = new Uint8Array(65_536)
  const body = await readBody(createStream([buffer.subarray(0, 1)].values()), 10, signal)
  expect(body.buffer.byteLength).toBeLessThan(16)
  const allBytes = new Uint8Array(65_536)
  expect((await readBody(createStream([allBytes].values()), 65_536, signal)).buffer).toBe(allBytes.buffer)
})

test('chunks are copied, so that the buffers of their connection are released', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  const pieces: WeakRef<ArrayBuffer>[] = []
  async function* createSingle() {
    for (let at = 0; at < 200; at += 1) {
      const buffer = new ArrayBuffer(65_536)
      pieces.push(new WeakRef(buffer))
      yield new Uint8Array(buffer, 0, 1)
    }
    await new Promise((resolve) => setImmediate(resolve))
    if (typeof collectGarbage === 'function') collectGarbage()
    alive = pieces.filter((piece) => piece.deref()).length
  }
  let alive = -1
  expect((await readBody(createStream(createSingle()), 200, signal)).byteLength).toBe(200)
  expect(alive).toBeLessThan(20)
  expect(alive).toBeGreaterThanOrEqual(0)
})
