// A merchant's key service that fails.
import { loadPublicKey } from '@custody-wallet/encryption/internal'
import type { Signer, Unwrapper } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import { describe, expect, test } from 'vitest'

import { catchFailure } from '../support/failures.ts'
import { keys } from '../support/keys.ts'
import { createClient, createService } from '../support/service.ts'

const denied = new Error('AccessDenied')
const fail = () => Promise.reject(denied)
const { kid } = loadPublicKey(keys.shop.encryption.publicPem, 'encryption')
const unwrapper: Unwrapper = { kid, alg: 'RSA-OAEP-256', modulusBytes: 256, unwrap: fail }
const signer: Signer = { kid: 'kms-sig', alg: 'PS256', modulusBytes: 256, sign: fail }

describe.each([
  ['signs', { signature: signer }, 0],
  ['opens a response', { encryption: unwrapper }, 1],
] as const)('a key service that fails while it %s', (_name, failing, sent) => {
  test('is KEY_FAILED with its cause, and the call is not retried', async () => {
    let asked = 0
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      asked += 1
      return createService('modern')(url, init)
    }
    const own = { ...keys.shop, ...failing }
    const profile = modern({
      appId: 'demo-shop',
      party: { own: 'shop', peer: 'platform' },
      keys: { own, peer: keys.platform },
    })
    const error = await catchFailure(
      createClient('modern', { profile, fetch, attempts: 3 }).withdrawals.pull({ symbol: 'BTC' }),
    )
    expect(error).toMatchObject({
      name: 'TransportError',
      code: 'KEY_FAILED',
      operation: 'pullWithdrawals',
      retryable: false,
      context: {},
      cause: denied,
    })
    expect(error.message).toBe(
      'pullWithdrawals failed: a private-key operation failed. See cause, then check access, quota and key at the key service.',
    )
    expect(asked).toBe(sent)
  })
})
