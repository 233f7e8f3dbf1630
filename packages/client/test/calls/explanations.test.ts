// Messages of errors load with the first error, which fails in a process without free file descriptors.
import { expect, test, vi } from 'vitest'

import { createPipeline } from '../../src/calls/pipeline.ts'
import { createSettings } from '../../src/calls/settings.ts'
import { createPlainProtocol } from '../../src/protocols/plain.ts'
import { address } from '../support/service.ts'

test('a call that is not safe to retry is not sent if the messages of its errors cannot be loaded', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Promise.reject(new TypeError('fetch failed')))
  const settings = createSettings(
    { fetch, concurrency: 1, queue: 0, attempts: 1 },
    {
      getRetry: (operation) => (operation === 'pullWithdrawals' ? 'never' : 'safe'),
      isReserved: () => false,
    },
  )
  const protocol = createPlainProtocol({ address, segments: {} })
  const call = createPipeline({ ...settings, protocol }, async () => Promise.reject(new Error('too many open files')))
  await expect(call({ operation: 'pullWithdrawals', parameters: { symbol: 'BTC' } })).rejects.toThrow(
    'too many open files',
  )
  expect(fetch).not.toHaveBeenCalled()
  await expect(call({ operation: 'listWithdrawals', parameters: { ids: ['1'] } })).rejects.toMatchObject({
    code: 'CONNECTION_FAILED',
  })
  expect(fetch).toHaveBeenCalledOnce()
})
