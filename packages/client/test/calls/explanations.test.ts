// The texts of errors are loaded with the first error, which fails in a process without free file descriptors.
import { expect, test, vi } from 'vitest'

import { clientOf, profileOf } from '../support/service.ts'

vi.mock('../../src/errors/explain.ts', async () => Promise.reject(new Error('too many open files')))

test('a call that must not be repeated is not sent if the texts of its errors cannot be loaded', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Promise.reject(new TypeError('fetch failed')))
  const profile = profileOf('modern', 'shop', { consume: 'destructive' })
  const { withdrawals } = clientOf('modern', { profile, fetch, concurrency: 1, queue: 0, attempts: 1 })
  await expect(withdrawals.pull({ symbol: 'BTC' })).rejects.toThrow('mocking')
  expect(fetch).not.toHaveBeenCalled()
  await expect(withdrawals.list({ ids: ['1'] })).rejects.toMatchObject({ code: 'CONNECTION_FAILED' })
  expect(fetch).toHaveBeenCalledOnce()
})
