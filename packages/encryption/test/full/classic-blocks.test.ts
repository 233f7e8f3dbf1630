// RSA blocks with keys of 4096 bits, which are slow to generate and to use.
import { describe, expect, test } from 'vitest'

import { checkEnvelopes, checkQueries, expectOtherSizeRejected } from '../classic/block-trips.ts'

describe('any bytes in any chunks are opened unchanged', () => {
  test('from queries of type-1 blocks under 4096 bits', async () => {
    await expect(checkQueries(4096, 10)).resolves.toBeUndefined()
  })

  test('from envelopes of pkcs1 blocks under 4096 bits', async () => {
    await expect(checkEnvelopes('pkcs1', 4096, 10)).resolves.toBeUndefined()
  })
})

describe('splitting', () => {
  test('rejects a message for 2048 bits under a key of 4096', async () => {
    await expect(expectOtherSizeRejected(2048, 4096)).resolves.toBeUndefined()
  })
})
