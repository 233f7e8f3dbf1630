import { expect, test } from 'vitest'

import { createMock } from '../src/index.ts'
import { account, origin } from './support.ts'

test('at most 256 calls wait for their delay at a time, and the next one gets 503', async () => {
  const mock = createMock()
  const controller = new AbortController()
  const sendRequest = (): Promise<Response> =>
    mock.fetch(new Request(`${origin}${account}`, { headers: { prefer: 'delay=60000' }, signal: controller.signal }))
  const calls = Array.from({ length: 256 }, sendRequest)
  expect((await sendRequest()).status).toBe(503)
  controller.abort()
  await Promise.allSettled(calls)
  expect((await mock.fetch(new Request(`${origin}${account}`, { headers: { prefer: 'delay=1' } }))).status).toBe(200)
})
