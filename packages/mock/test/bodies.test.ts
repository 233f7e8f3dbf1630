import { describe, expect, test } from 'vitest'

import { ask, consume, origin, plain, withBody } from './support.ts'

describe('a body is rejected', () => {
  test.each([
    ['that is cut off', '{"symbol":', 400],
    ['that is empty', '', 400],
    ['that is not an object', '[]', 422],
    ['with a field too many', '{"symbol":"BTC","coin":"BTC"}', 422],
    ['that is too long', ' '.repeat(256 * 1024 + 1), 413],
  ])('%s', async (_what, body, expected) => {
    const { status, headers } = await ask(consume, withBody(body))
    expect([status, headers.get('content-type')]).toEqual([expected, 'application/problem+json'])
  })

  test('that is not UTF-8', async () => {
    const body = new Uint8Array([0x22, 0xff, 0x22])
    const { status } = await ask(consume, { ...withBody(''), body })
    expect(status).toBe(400)
  })

  test('whose content-length is too long, without reading it', async () => {
    const { status } = await ask(consume, withBody('{"symbol":"BTC"}', { 'content-length': '9000000' }))
    expect(status).toBe(413)
  })

  test('that is longer than its content-length and the limit', async () => {
    const { status } = await ask(consume, withBody(' '.repeat(300_000), { 'content-length': '2' }))
    expect(status).toBe(413)
  })

  test('as soon as it is too long', async () => {
    let pieces = 0
    const pullChunk = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      pieces += 1
      if (pieces > 100) controller.close()
      else controller.enqueue(new Uint8Array(65_536))
    }
    const endless = {
      ...withBody('', { 'content-length': '2' }),
      body: new ReadableStream({ pull: pullChunk }),
    }
    const streaming = { ...endless, duplex: 'half' }
    expect((await plain.fetch(new Request(`${origin}${consume}`, streaming))).status).toBe(413)
    expect(pieces).toBeLessThan(10)
  })

  test('that is a form, or has no content type', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask(consume, withBody('symbol=BTC', form))).status).toBe(415)
    expect((await ask(consume, withBody('{"symbol":"BTC"}', { 'content-type': 'text/plain' }))).status).toBe(415)
  })
})
