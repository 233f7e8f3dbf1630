import { isAddressRegistration } from '@custody-wallet/types/validate'
import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  memoryPushJournal,
  registerAddresses,
  type RegisterProgress,
  type Registration,
} from '../src/workflows/index.ts'
import { addresses, options, service } from './workflow-pool.ts'
import { refusal } from './workflow-service.ts'

describe('registering addresses', () => {
  test('pushes 100 at a time, each once, and looks at the pool before each push', async () => {
    const one = service()
    const outcome = await registerAddresses(one, 'BTC', [...addresses(250), 'a0', 'a249'], options())
    expect(outcome).toEqual({ state: 'done', pushed: 250, left: [] })
    expect(one.pushes.map(({ addresses: those }) => those.length)).toEqual([100, 100, 50])
    expect(one.registered()).toEqual(addresses(250))
    expect([one.state.looks, one.pushes.every(isAddressRegistration)]).toEqual([3, true])
  })

  test('goes on where it stopped, with the same journal', async () => {
    const journal = memoryPushJournal()
    const one = service()
    await registerAddresses(one, 'BTC', addresses(120), options(journal))
    expect(await registerAddresses(one, 'BTC', addresses(250), options(journal))).toMatchObject({
      pushed: 130,
    })
    expect(one.registered()).toEqual(addresses(250))
  })

  test('keeps coins apart', async () => {
    const journal = memoryPushJournal()
    const one = service()
    await registerAddresses(one, 'BTC', addresses(2), options(journal))
    expect(await registerAddresses(one, 'LTC', addresses(2), options(journal))).toMatchObject({ pushed: 2 })
  })

  test('tells how far it has come, of all that were given', async () => {
    const journal = memoryPushJournal()
    await registerAddresses(service(), 'BTC', addresses(100), options(journal))
    const seen: RegisterProgress[] = []
    await registerAddresses(service(), 'BTC', addresses(250), {
      ...options(journal),
      onProgress: (step) => seen.push(step),
    })
    expect(seen).toEqual([
      { kind: 'pushed', done: 200, total: 250 },
      { kind: 'pushed', done: 250, total: 250 },
    ])
  })

  test('ends between two pushes when it is aborted', async () => {
    const controller = new AbortController()
    const one = service({ onAnswer: (pushes) => pushes === 2 && controller.abort() })
    const journal = memoryPushJournal()
    const aborted = registerAddresses(one, 'BTC', addresses(500), {
      ...options(journal),
      signal: controller.signal,
    })
    expect(await refusal(aborted)).toMatchObject({ code: 'ABORTED' })
    await registerAddresses(one, 'BTC', addresses(500), options(journal))
    expect(one.registered()).toEqual(addresses(500))
  })

  test('is typed', () => {
    expectTypeOf(registerAddresses).returns.resolves.toEqualTypeOf<Registration>()
    // @ts-expect-error -- without a journal nothing could go on where it stopped
    void (() => registerAddresses(service(), 'BTC', [], { poolRule: 'refuse-from-5000' }))
  })
})

describe('addresses that no push may carry', () => {
  test.each([
    ['an empty one', ['a', ''], 1],
    ['a comma', ['a,b'], 0],
    ['white space', ['a', 'b', ' c'], 2],
    ['half a character', ['\uD800'], 0],
  ])('are refused before anything is sent: %s', async (_, given, index) => {
    const one = service()
    const error = await refusal(registerAddresses(one, 'BTC', given, options()))
    expect(error).toMatchObject({ code: 'ADDRESS_INVALID', facts: { index } })
    expect([one.state.looks, one.pushes]).toEqual([0, []])
  })

  test.each([[[]], [['a', 'b']]])('of a coin with memos are all but exactly one: %j', async (given) => {
    const refused = registerAddresses(service(), 'XRP', given, { ...options(), memo: true })
    expect(await refusal(refused)).toMatchObject({ code: 'MEMO_ONE_ADDRESS' })
  })

  test('of a coin with memos are all others once one is registered', async () => {
    const journal = memoryPushJournal()
    const one = service()
    await registerAddresses(one, 'XRP', ['a', 'a'], { ...options(journal), memo: true })
    expect(one.pushes).toEqual([{ symbol: 'XRP', addresses: ['a'], memo: true }])
    const refused = registerAddresses(one, 'XRP', ['b'], { ...options(journal), memo: true })
    expect(await refusal(refused)).toMatchObject({ code: 'MEMO_ONE_ADDRESS' })
  })
})
