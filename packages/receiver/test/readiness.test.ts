import type { Profile } from '@custody-wallet/encryption'
import { generateKeys } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { describe, expect, test } from 'vitest'

import { createReceiver, type Receiver, type ReceiverOptions } from '../src/index.ts'
import { platform } from './support/shop.ts'

function createForTest(options: Partial<ReceiverOptions<unknown>> = {}) {
  const errors: unknown[] = []
  const given: ReceiverOptions<unknown> = {
    profile: platform.receiver,
    store: memoryForTests(),
    onDeposit: async () => undefined,
    onConflict: async () => undefined,
    onError: (error) => errors.push(error),
    ...options,
  }
  const receiver: Receiver = createReceiver(given)
  return { ready: receiver.ready, errors }
}

/** A profile whose signature key is in a key service, which counts its signatures or fails. */
function createKeyService(appId: string, sign: () => Promise<Uint8Array>): Profile {
  const { encryption } = generateKeys()
  const signature = { kid: 'kms-1', alg: 'PS256', modulusBytes: 256, sign } as const
  return modern({
    appId,
    party: { own: 'shop', peer: 'platform' },
    keys: { own: { encryption, signature }, peer: generateKeys() },
  })
}

describe('a receiver is ready', () => {
  test('if its store can be read and its keys work', async () => {
    const { ready, errors } = createForTest()
    expect(await ready()).toEqual({ store: true, keys: true })
    expect(errors).toEqual([])
  })

  test('with one signature for merchants that share their keys', async () => {
    let signatures = 0
    const first = createKeyService('demo-1', async () => {
      signatures += 1
      return new Uint8Array(256)
    })
    const { ready } = createForTest({ profile: [first, { ...first, appId: 'demo-2' }] })
    expect(await ready()).toEqual({ store: true, keys: true })
    expect(signatures).toBe(1)
  })
})

describe('a receiver is not ready, and does not reject,', () => {
  test('if its store fails', async () => {
    const store = memoryForTests()
    const { ready, errors } = createForTest({ store })
    store.close()
    expect(await ready()).toEqual({ store: false, keys: true })
    expect(errors).toHaveLength(1)
  })

  test('if its tables are missing', async () => {
    const store = memoryForTests()
    await store.transaction(async (tx) => tx.run('DROP TABLE custody_deposits'))
    const { ready, errors } = createForTest({ store })
    expect(await ready()).toEqual({ store: false, keys: true })
    expect(String(errors)).toContain('no such table: custody_deposits')
  })

  test('if its key service fails', async () => {
    const profile = createKeyService('demo-shop', async () => Promise.reject(new Error('no access')))
    const { ready, errors } = createForTest({ profile })
    expect(await ready()).toEqual({ store: true, keys: false })
    expect(errors).toMatchObject([{ code: 'KEY_FAILED' }])
  })

  test('if its signal fires while the key service is busy', async () => {
    const ending = new AbortController()
    const profile = createKeyService('demo-shop', () => {
      ending.abort()
      return new Promise(() => undefined)
    })
    const { ready } = createForTest({ profile })
    expect(await ready(ending.signal)).toEqual({ store: true, keys: false })
  })
})
