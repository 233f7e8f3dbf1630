import { modern } from '@custody-wallet/encryption/modern'
import type { ReceiverOptions } from '@custody-wallet/receiver'
import { createSender, createTestPlatform } from '@custody-wallet/receiver/testing'
import { memoryForTests, type SqliteTransaction } from '@custody-wallet/store/sqlite'
import { describe, expect, test } from 'vitest'

import { getKeys } from '../../encryption/test/support/pairs.ts'
import { createReceiver, DeadlineError } from '../src/index.ts'
import { createManualTimers, platform, createShop } from './support/shop.ts'

const createPost = (path: string, body: string): Request =>
  new Request(`http://shop${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

const depositPath = '/api/v1/deposit/notify'

/** Changes a character in the middle of a field. */
function alterBody(body: string, field: 'data' | 'sign'): string {
  const envelope: Record<string, string> = JSON.parse(body)
  const text = envelope[field] ?? ''
  const at = Math.floor(text.length / 2)
  return JSON.stringify({
    ...envelope,
    [field]: `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`,
  })
}

describe('a message that is not genuine', () => {
  const bodies: Readonly<Record<string, (body: string) => Promise<string> | string>> = {
    'no JSON': () => 'SUCCESS',
    'an empty body': () => '',
    'altered data': (body) => alterBody(body, 'data'),
    'an altered signature': (body) => alterBody(body, 'sign'),
    'the keys of another party': async () => {
      const party = { own: 'platform', peer: 'shop' }
      const keys = { own: getKeys('platform'), peer: getKeys('merchant') }
      const { signDeposit } = createSender(modern({ appId: 'demo-shop', party, keys }))
      return (await signDeposit()).body ?? ''
    },
    'the message of another merchant': async () =>
      (await createTestPlatform({ appId: 'demo-other' }).signDeposit()).body ?? '',
    'a message for another path': async () => (await platform.signInternal()).body ?? '',
    'the profile of another dialect': async () =>
      (await createTestPlatform({ profile: 'classic' }).signDeposit()).body ?? '',
  }

  test.each(Object.entries(bodies))('is rejected without a reason: %s', async (_name, bodyOf) => {
    const { receiver, deposits, rejections } = createShop()
    const { body = '' } = await platform.signDeposit()
    const response = await receiver.fetch(createPost(depositPath, await bodyOf(body)))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ code: 100_008, msg: 'ENVELOPE_REJECTED', data: '', sign: '' })
    expect(deposits).toEqual([])
    expect(rejections).toHaveLength(1)
  })
})

test.each([
  ['GET', depositPath, 405],
  ['POST', '/api/v1/deposit', 404],
])('the response to %s %s is HTTP %i', async (method, path, status) => {
  const response = await createShop().receiver.fetch(new Request(`http://shop${path}`, { method }))
  expect(response.status).toBe(status)
})

test('another call of the interface is rejected, even with a genuine signature', async () => {
  const { receiver } = createShop()
  const response = await receiver.fetch(
    createPost('/api/v1/withdraw/cancel', (await platform.signDeposit()).body ?? ''),
  )
  expect(await response.json()).toMatchObject({ msg: 'ENVELOPE_REJECTED' })
})

describe('without onInternal', () => {
  test.each(['modern', 'classic'] as const)(
    'an internal notification under %s is not supported, and onError gets the next step',
    async (profile) => {
      const { receiver: own, signInternal, send } = createTestPlatform({ profile })
      const { receiver, errors } = createShop({ profile: own, onInternal: undefined })
      expect(await send(receiver.fetch, signInternal())).toEqual([{ status: 501 }])
      expect(errors).toMatchObject([
        {
          code: 'NOT_SUPPORTED',
          message: expect.stringContaining('Pass onInternal to createReceiver()'),
        },
      ])
    },
  )

  test('an internal notification that is not genuine is rejected without a reason', async () => {
    const { receiver, errors } = createShop({ onInternal: undefined })
    const { path, body = '' } = await platform.signInternal()
    const response = await receiver.fetch(createPost(path, alterBody(body, 'sign')))
    expect([response.status, await response.json()]).toEqual([
      200,
      { code: 100_008, msg: 'ENVELOPE_REJECTED', data: '', sign: '' },
    ])
    expect(errors).toEqual([])
  })
})

test('hooks that reject do not change the response or end the process', async () => {
  const rejected: string[] = []
  const fail = (hook: string) => async () => {
    rejected.push(hook)
    throw new Error('The log is full.')
  }
  const { receiver } = createShop({
    onDeposit: async () => {
      throw new Error('The user is unknown.')
    },
    onError: fail('onError'),
    onRejected: fail('onRejected'),
  })
  expect(await platform.send(receiver.fetch, platform.signDeposit())).toEqual([{ status: 500 }])
  expect((await receiver.fetch(createPost(depositPath, ''))).status).toBe(200)
  expect(rejected).toEqual(['onError', 'onRejected'])
})

describe('a function that throws', () => {
  test('is rolled back, and runs again for a retry', async () => {
    const store = memoryForTests()
    await store.transaction(async (tx) => tx.run('CREATE TABLE credits (amount text)'))
    let isBroken = true
    const { receiver, errors } = createShop({
      store,
      async onDeposit({ credit }, tx) {
        tx.run('INSERT INTO credits VALUES (?)', credit)
        if (isBroken) throw new Error('The user is unknown.')
      },
    })
    const message = await platform.signDeposit({ amount: '0.5' })
    const listAmounts = () => store.transaction(async (tx) => tx.all('SELECT amount FROM credits'))
    expect(await platform.send(receiver.fetch, message)).toEqual([{ status: 500 }])
    expect(await listAmounts()).toEqual([])
    expect(errors).toEqual([new Error('The user is unknown.')])
    isBroken = false
    expect(await platform.send(receiver.fetch, message)).toMatchObject([{ status: 200, code: 0 }])
    expect(await listAmounts()).toEqual([{ amount: '0.5' }])
  })

  test('for conflicts is called again for a retry', async () => {
    let isBroken = true
    const { receiver } = createShop({
      async onConflict() {
        if (isBroken) throw new Error('The table of cases is full.')
      },
    })
    const deposit = { request_id: 'one', txid: 'one' }
    await platform.send(receiver.fetch, platform.signDeposit(deposit))
    const wrong = await platform.signDeposit({ ...deposit, amount: '0.1' })
    expect(await platform.send(receiver.fetch, wrong)).toEqual([{ status: 500 }])
    isBroken = false
    expect(await platform.send(receiver.fetch, wrong)).toMatchObject([{ code: 1_000_011 }])
  })
})

describe('a function that takes longer than the deadline', () => {
  test('is rolled back, and can no longer use its transaction', async () => {
    const store = memoryForTests()
    await store.transaction(async (tx) => tx.run('CREATE TABLE credits (amount text)'))
    let late: Promise<unknown> = Promise.resolve()
    let resume = (): void => {}
    const gate = new Promise<void>((resolve) => (resume = resolve))
    const timers = createManualTimers()
    const options: Parameters<typeof createShop>[0] = {
      store,
      onDeposit(_deposit, tx) {
        late = gate.then(() => tx.run("INSERT INTO credits VALUES ('late')"))
        timers.pass(600_000)
        return late
      },
    }
    const { receiver, errors } = createShop(options, timers.start)
    const message = await platform.signDeposit()
    expect(await platform.send(receiver.fetch, message)).toEqual([{ status: 500 }])
    expect(errors).toEqual([expect.any(DeadlineError)])
    resume()
    await expect(late).rejects.toThrow('The transaction has ended.')
    expect(await store.transaction(async (tx) => tx.all('SELECT * FROM credits'))).toEqual([])
  })

  test('with real timers gets the same response', async () => {
    const { receiver, errors } = createShop({ deadline: 20, onDeposit: () => new Promise(() => {}) })
    expect(await platform.send(receiver.fetch, platform.signDeposit())).toEqual([{ status: 500 }])
    expect(errors).toMatchObject([{ code: 'DEADLINE_EXCEEDED', message: expect.stringMatching(/raise `deadline`\.$/) }])
  })

  test('does not stop other messages', async () => {
    const timers = createManualTimers()
    const options: Parameters<typeof createShop>[0] = {
      async onDeposit({ txid }) {
        if (txid !== 'slow') return
        timers.pass(600_000)
        await new Promise(() => {})
      },
    }
    const { receiver } = createShop(options, timers.start)
    const slow = platform.send(receiver.fetch, platform.signDeposit({ txid: 'slow' }))
    expect(await slow).toEqual([{ status: 500 }])
    expect(await platform.send(receiver.fetch, platform.signDeposit())).toMatchObject([{ code: 0 }])
  })
})

describe('createReceiver() rejects', () => {
  const good: ReceiverOptions<SqliteTransaction> = {
    profile: platform.receiver,
    store: memoryForTests(),
    onDeposit: async () => undefined,
    onConflict: async () => undefined,
  }
  const text: unknown = 'no function'
  const mistakes: Readonly<Record<string, readonly [object, string]>> = {
    'a misspelt option': [{ onDeposits: () => {} }, 'unknown option onDeposits: did you mean onDeposit?'],
    'a missing onDeposit': [{ onDeposit: undefined }, 'onDeposit of createReceiver() must be a function'],
    'a missing onConflict': [{ onConflict: undefined }, 'onConflict of createReceiver() must be a function'],
    'an onInternal that is not a function': [{ onInternal: text }, 'onInternal must be a function'],
    'a pool instead of a store': [{ store: { connect: () => {} } }, 'must be a store, such as postgres(pool)'],
    'a store of another dialect': [{ store: { ...memoryForTests(), dialect: 'mysql' } }, 'must be a store'],
    'an empty list of profiles': [{ profile: [] }, 'profile of createReceiver() must be a profile, or a list'],
    'a missing profile': [{ profile: undefined }, 'profile of createReceiver() must be a profile, or a list'],
    'two profiles of one merchant': [
      { profile: [platform.receiver, createTestPlatform({ profile: 'classic' }).receiver] },
      'Two profiles of createReceiver() have the app_id demo-shop. Pass each merchant once.',
    ],
    'two merchants of classic with the same keys': [
      { profile: ['demo-a', 'demo-b'].map((appId) => createTestPlatform({ profile: 'classic', appId }).receiver) },
      'demo-a and demo-b share a private key, and their profile does not sign the app_id',
    ],
    'an onMessage that is not a function': [{ onMessage: text }, 'onMessage must be a function'],
    'a deadline of 0': [{ deadline: 0 }, 'deadline must be an integer'],
    'a deadline beyond what timers allow': [{ deadline: 2 ** 31 }, 'deadline must be an integer'],
  }

  test.each(Object.entries(mistakes))('%s', (_name, [mistake, message]) => {
    expect(() => createReceiver(Object.assign({ ...good }, mistake))).toThrow(message)
    expect(() => createReceiver(Object.assign({ ...good }, mistake))).toThrow(TypeError)
  })
})
