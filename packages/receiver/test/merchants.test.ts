// One receiver serves several merchants, each with its own claims.
import { constants, privateDecrypt } from 'node:crypto'

import type { Profile } from '@custody-wallet/encryption'
import { classic } from '@custody-wallet/encryption/classic'
import { loadPrivateKey } from '@custody-wallet/encryption/internal'
import { Gate, generateKeys, type Unwrapper } from '@custody-wallet/encryption/keys'
import { modern } from '@custody-wallet/encryption/modern'
import { createSender, createTestPlatform } from '@custody-wallet/receiver/testing'
import { describe, expect, test } from 'vitest'

import { getKeys } from '../../encryption/test/support/pairs.ts'
import { createShop } from './support/shop.ts'

const platforms = ['demo-a', 'demo-b'].map((appId) => createTestPlatform({ appId }))
const profile = platforms.map(({ receiver }) => receiver)

describe('a receiver of two merchants', () => {
  test('credits and deducts the same facts once for each, and its functions get the app_id', async () => {
    const { receiver, deposits, transfers } = createShop({ profile })
    for (const { send, signDeposit, signInternal } of platforms) {
      const replies = [
        ...(await send(receiver.fetch, signDeposit({ request_id: 'one', txid: 'one' }), { copies: 5 })),
        ...(await send(receiver.fetch, signInternal({ txid: 'one' }), { copies: 5 })),
      ]
      expect(replies.map(({ code }) => code)).toEqual(Array(10).fill(0))
    }
    expect(deposits.map(({ app_id }) => app_id)).toEqual(['demo-a', 'demo-b'])
    expect(transfers.map(({ app_id }) => app_id)).toEqual(['demo-a', 'demo-b'])
  })

  test('compares a notification only with those of the same merchant', async () => {
    const { receiver, conflicts } = createShop({ profile })
    const amounts = ['0.5', '0.1'] as const
    for (const [at, { send, signDeposit }] of platforms.entries())
      await send(receiver.fetch, signDeposit({ request_id: 'one', txid: 'one', amount: amounts[at] ?? '0' }))
    expect(conflicts).toEqual([])
    const [first, second] = platforms
    await first?.send(receiver.fetch, first.signDeposit({ request_id: 'one', txid: 'one', amount: '0.1' }))
    await second?.send(receiver.fetch, second.signDeposit({ request_id: 'one', txid: 'one', amount: '0.1' }))
    expect(conflicts).toMatchObject([{ app_id: 'demo-a', reason: 'smaller-amount' }])
  })

  test('rejects a message that was redirected to the other merchant', async () => {
    const { receiver, deposits, rejections } = createShop({ profile })
    const { path, body = '' } = (await platforms[0]?.signDeposit()) ?? { path: '/' }
    const redirected = body.replace('"demo-a"', '"demo-b"')
    expect(redirected).not.toBe(body)
    await receiver.fetch(new Request(`http://shop${path}`, { method: 'POST', body: redirected }))
    expect([deposits, rejections]).toEqual([[], ['context']])
  })

  test('can have two merchants of classic with separate keys', async () => {
    const peer = generateKeys({ bits: 2048 })
    const merchants = ['demo-a', 'demo-b'].map((appId) => {
      const own = generateKeys({ bits: 2048 })
      const sender = classic({ appId, party: { own: 'platform', peer: 'shop' }, keys: { own: peer, peer: own } })
      return { own: classic({ appId, party: { own: 'shop', peer: 'platform' }, keys: { own, peer } }), sender }
    })
    const { receiver, deposits } = createShop({ profile: merchants.map(({ own }) => own) })
    for (const { sender } of merchants) {
      const { send, signDeposit } = createSender(sender)
      await send(receiver.fetch, signDeposit({ request_id: 'one', txid: 'one' }))
    }
    expect(deposits.map(({ app_id }) => app_id)).toEqual(['demo-a', 'demo-b'])
  })
})

test('two merchants of classic cannot share a key under different ids', () => {
  const [own, peer] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
  const profiles = ['demo-a', 'demo-b'].map((appId) => {
    const encryption = { key: own.encryption.privatePem, kid: `${appId}-encryption` }
    const signature = { key: own.signature.privatePem, kid: `${appId}-signature` }
    return classic({ appId, party: { own: 'shop', peer: 'platform' }, keys: { own: { encryption, signature }, peer } })
  })
  expect(() => createShop({ profile: profiles })).toThrow('demo-a and demo-b share a private key')
})

/** A receiver with keys that count the blocks that they decrypt. */
function createCounted(appIds: readonly string[]) {
  const counted = { count: 0 }
  const [own, peer] = [getKeys('merchant'), getKeys('platform')]
  const key = loadPrivateKey(own.encryption.privatePem.reveal(), 'encryption')
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const encryption: Unwrapper = {
    kid: key.kid,
    alg: 'RSA-OAEP-256',
    modulusBytes: key.modulusBytes,
    isInProcess: true,
    async unwrap(block) {
      counted.count += 1
      return privateDecrypt({ key: key.key, ...padding }, block)
    },
  }
  const profiles = appIds.map((appId) =>
    modern({
      appId,
      party: { own: 'shop', peer: 'platform' },
      keys: { own: { encryption, signature: own.signature }, peer },
    }),
  )
  const sender = (appId: string) =>
    createSender(modern({ appId, party: { own: 'platform', peer: 'shop' }, keys: { own: peer, peer: own } }))
  return { counted, profiles, sender }
}

test.each([['demo-a'], ['demo-b'], ['demo-unknown']])(
  'a first message costs the same private-key work for known and unknown merchants: %s',
  async (appId) => {
    const { counted, profiles, sender } = createCounted(['demo-a', 'demo-b'])
    const { receiver } = createShop({ profile: profiles })
    const { send, signDeposit } = sender(appId)
    await send(receiver.fetch, signDeposit())
    expect(counted.count).toBe(1)
    await send(receiver.fetch, signDeposit(), { copies: 3 })
    expect(counted.count).toBe(4)
  },
)

/** A gate that counts its operations. Only operations on the thread pool use a gate. */
class CountingGate extends Gate {
  count = 0

  override run: Gate['run'] = (...input) => {
    this.count += 1
    return super.run(...input)
  }
}

const [own, peer] = [generateKeys({ bits: 2048 }), generateKeys({ bits: 2048 })]
const makers: Readonly<Record<string, (gate: Gate, mode?: 'inline' | 'pool') => readonly [Profile, Profile]>> = {
  modern: (gate, mode = 'inline') => [
    modern({ appId: 'demo-a', party: { own: 'shop', peer: 'platform' }, keys: { own, peer }, gate, mode }),
    modern({ appId: 'demo-a', party: { own: 'platform', peer: 'shop' }, keys: { own: peer, peer: own } }),
  ],
  classic: (gate, mode = 'inline') => [
    classic({ appId: 'demo-a', party: { own: 'shop', peer: 'platform' }, keys: { own, peer }, gate, mode }),
    classic({ appId: 'demo-a', party: { own: 'platform', peer: 'shop' }, keys: { own: peer, peer: own } }),
  ],
}

test.each(Object.entries(makers))(
  'private-key operations of %s run on the thread pool in any mode',
  async (_name, make) => {
    const counts = []
    for (const mode of [undefined, 'inline', 'pool'] as const) {
      const gate = new CountingGate()
      const [receiving, sending] = make(gate, mode)
      const { send, signDeposit } = createSender(sending)
      expect(await send(createShop({ profile: receiving }).receiver.fetch, signDeposit())).toMatchObject([{ code: 0 }])
      counts.push(gate.count)
    }
    expect(counts[0]).toBeGreaterThan(0)
    expect(new Set(counts).size).toBe(1)
  },
)
