import { isAddressRegistration } from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  memoryPushJournal,
  registerAddresses,
  type RegisterOptions,
  type PushEntry,
  type PushJournal,
  listPushesInDoubt,
} from '../../../src/workflows/index.ts'
import { createAddresses, createOptions, createAddressService } from '../../support/address-service.ts'
import { catchRejection, createInstantTimer } from '../../support/workflow-service.ts'

type Progress = Parameters<NonNullable<RegisterOptions['onProgress']>>[0]

describe('registering addresses', () => {
  test('pushes 100 at a time, each once, and checks the pool before each push', async () => {
    const one = createAddressService()
    const outcome = await registerAddresses(one, 'BTC', [...createAddresses(250), 'a0', 'a249'], createOptions())
    expect(outcome).toEqual({ state: 'done', pushedCount: 250, remaining: [] })
    expect(one.pushes.map(({ addresses: those }) => those.length)).toEqual([100, 100, 50])
    expect(one.registered()).toEqual(createAddresses(250))
    expect([one.state.looks, one.pushes.every(isAddressRegistration)]).toEqual([3, true])
  })

  test('resumes with the same journal', async () => {
    const journal = memoryPushJournal()
    const one = createAddressService()
    await registerAddresses(one, 'BTC', createAddresses(120), createOptions(journal))
    expect(await registerAddresses(one, 'BTC', createAddresses(250), createOptions(journal))).toMatchObject({
      pushedCount: 130,
    })
    expect(one.registered()).toEqual(createAddresses(250))
  })

  test('tracks each coin separately', async () => {
    const journal = memoryPushJournal()
    const one = createAddressService()
    await registerAddresses(one, 'BTC', createAddresses(2), createOptions(journal))
    expect(await registerAddresses(one, 'LTC', createAddresses(2), createOptions(journal))).toMatchObject({
      pushedCount: 2,
    })
  })

  test('reports its progress', async () => {
    const journal = memoryPushJournal()
    await registerAddresses(createAddressService(), 'BTC', createAddresses(100), createOptions(journal))
    const seen: Progress[] = []
    await registerAddresses(createAddressService(), 'BTC', createAddresses(250), {
      ...createOptions(journal),
      onProgress: (step) => seen.push(step),
    })
    expect(seen).toEqual([
      { kind: 'pushed', done: 200, total: 250 },
      { kind: 'pushed', done: 250, total: 250 },
    ])
  })

  test('ends between two pushes when aborted', async () => {
    const controller = new AbortController()
    const one = createAddressService({ onResponse: (pushes) => pushes === 2 && controller.abort() })
    const journal = memoryPushJournal()
    const aborted = registerAddresses(one, 'BTC', createAddresses(500), {
      ...createOptions(journal),
      signal: controller.signal,
    })
    expect(await catchRejection(aborted)).toMatchObject({ code: 'ABORTED' })
    await registerAddresses(one, 'BTC', createAddresses(500), createOptions(journal))
    expect(one.registered()).toEqual(createAddresses(500))
  })

  test('is typed', () => {
    expectTypeOf(registerAddresses).returns.resolves.toHaveProperty('remaining')
    // @ts-expect-error -- without a journal nothing could go on where it stopped
    void (() => registerAddresses(createAddressService(), 'BTC', [], { pushWhen: 'below-5000' }))
  })
})

describe('invalid addresses', () => {
  test.each([
    ['an empty one', ['a', ''], 1],
    ['a comma', ['a,b'], 0],
    ['white space', ['a', 'b', ' c'], 2],
    ['half a character', ['\uD800'], 0],
  ])('are rejected before the first call: %s', async (_, given, index) => {
    const one = createAddressService()
    const error = await catchRejection(registerAddresses(one, 'BTC', given, createOptions()))
    expect(error).toMatchObject({ code: 'ADDRESS_INVALID', context: { index } })
    expect([one.state.looks, one.pushes]).toEqual([0, []])
  })

  test.each([[[]], [['a', 'b']]])('of a coin with memos are lists without exactly one address: %j', async (given) => {
    const rejection = registerAddresses(createAddressService(), 'XRP', given, {
      ...createOptions(),
      memo: true,
    })
    expect(await catchRejection(rejection)).toMatchObject({ code: 'MEMO_ONE_ADDRESS' })
  })

  test('of a coin with memos are all others after one is registered', async () => {
    const journal = memoryPushJournal()
    const one = createAddressService()
    await registerAddresses(one, 'XRP', ['a', 'a'], { ...createOptions(journal), memo: true })
    expect(one.pushes).toEqual([{ symbol: 'XRP', addresses: ['a'], memo: true }])
    const rejection = registerAddresses(one, 'XRP', ['b'], { ...createOptions(journal), memo: true })
    expect(await catchRejection(rejection)).toMatchObject({ code: 'MEMO_ONE_ADDRESS' })
  })
})

describe('the rule of 5000', () => {
  test.each([
    ['below-5000', 4999, 1],
    ['below-5000', 5000, 0],
    ['above-5000', 5000, 0],
    ['above-5000', 5001, 1],
  ] as const)('read as %s, with %i available, allows %i pushes', async (pushWhen, count, pushes) => {
    const one = createAddressService({ count })
    await registerAddresses(one, 'BTC', ['a'], { ...createOptions(), pushWhen })
    expect(one.pushes).toHaveLength(pushes)
  })

  test('pauses the run, which returns the name of the rule and the remaining addresses', async () => {
    const one = createAddressService({ count: 4850 })
    const journal = memoryPushJournal()
    const outcome = await registerAddresses(one, 'BTC', createAddresses(300), createOptions(journal))
    expect(outcome).toEqual({
      state: 'paused',
      rule: 'address-pool',
      pushedCount: 200,
      remaining: createAddresses(300).slice(200),
    })
    one.state.count = 0
    expect(await registerAddresses(one, 'BTC', createAddresses(300), createOptions(journal))).toMatchObject({
      state: 'done',
    })
    expect(one.registered()).toEqual(createAddresses(300))
  })

  test("makes the run wait with `onFull: 'wait'`", async () => {
    const one = createAddressService({ count: 6000 })
    const { setTimer, waits } = createInstantTimer((rings) => {
      one.state.count = rings === 2 ? 10 : 6000
    })
    const seen: Progress['kind'][] = []
    const onProgress = ({ kind }: Progress) => seen.push(kind)
    const waiting = { ...createOptions(), onFull: 'wait', interval: 700, setTimer, onProgress } as const
    expect(await registerAddresses(one, 'BTC', ['a'], waiting)).toMatchObject({ state: 'done' })
    expect([waits, seen]).toEqual([
      [700, 700],
      ['paused', 'paused', 'pushed'],
    ])
  })

  test('has a wait that can be aborted', async () => {
    const controller = new AbortController()
    const setTimer = () => {
      controller.abort()
      return () => undefined
    }
    const waiting = {
      ...createOptions(),
      onFull: 'wait',
      setTimer: () => (queueMicrotask(setTimer), () => undefined),
      signal: controller.signal,
    } as const
    expect(
      await catchRejection(registerAddresses(createAddressService({ count: 6000 }), 'BTC', ['a'], waiting)),
    ).toMatchObject({
      code: 'ABORTED',
    })
  })
})

describe('a push that was interrupted', () => {
  const crash = new Error('of the machine')

  /** Registers until it is done, with crashes at the given steps. */
  async function registerThroughCrashes(count: number, crashPoints: readonly number[]) {
    let step = 0
    const tick = (): void => {
      step += 1
      if (crashPoints.includes(step)) throw crash
    }
    const kept: PushEntry[] = []
    const journal: PushJournal = {
      entries: async () => [...kept],
      append: async (entry) => {
        tick()
        kept.push(entry)
        tick()
      },
    }
    const one = createAddressService({ onPush: tick, onResponse: tick })
    const doubts: (readonly string[])[] = []
    for (let runs = 0; runs < 50; runs += 1) {
      const doubtful = await listPushesInDoubt(journal, 'BTC')
      if (doubtful.length > 0) doubts.push(doubtful)
      const hasArrived = doubtful.some((address) => one.registered().includes(address))
      const inDoubt = hasArrived ? 'skip' : 'push'
      const error = await catchRejection(
        registerAddresses(one, 'BTC', createAddresses(count), {
          ...createOptions(journal),
          ...(doubtful.length > 0 && { inDoubt }),
        }),
      )
      if (error !== crash) return { one, doubts }
    }
    throw new TypeError('It did not end.')
  }

  test('is not sent again after its acknowledgement, wherever crashes happen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 450 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
        async (count, crashPoints) => {
          const { one } = await registerThroughCrashes(count, crashPoints)
          expect(one.registered()).toEqual(createAddresses(count))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('stops the next run without inDoubt', async () => {
    const journal = memoryPushJournal()
    const lost = createAddressService({
      onResponse: () => {
        throw crash
      },
    })
    expect(await catchRejection(registerAddresses(lost, 'BTC', createAddresses(2), createOptions(journal)))).toBe(crash)
    const next = createAddressService()
    expect(
      await catchRejection(registerAddresses(next, 'BTC', createAddresses(3), createOptions(journal))),
    ).toMatchObject({
      code: 'PUSH_IN_DOUBT',
      context: { count: 2 },
    })
    expect([next.pushes, await listPushesInDoubt(journal, 'BTC')]).toEqual([[], createAddresses(2)])
  })

  test.each([
    ['skip', ['a2']],
    ['push', ['a0', 'a1', 'a2']],
  ] as const)('is settled by inDoubt: %s', async (inDoubt, pushed) => {
    const journal = memoryPushJournal()
    await journal.append({ kind: 'begun', symbol: 'BTC', addresses: createAddresses(2) })
    const one = createAddressService()
    await registerAddresses(one, 'BTC', createAddresses(3), { ...createOptions(journal), inDoubt })
    expect(one.registered()).toEqual(pushed)
    expect(await listPushesInDoubt(journal, 'BTC')).toEqual([])
  })

  test('is not in doubt after the service rejected it', async () => {
    const journal = memoryPushJournal()
    const rejectingService = createAddressService({
      onPush: () => {
        throw crash
      },
    })
    const isRejection = (error: unknown): boolean => error === crash
    expect(
      await catchRejection(
        registerAddresses(rejectingService, 'BTC', ['a'], { ...createOptions(journal), isRejection }),
      ),
    ).toBe(crash)
    expect(await listPushesInDoubt(journal, 'BTC')).toEqual([])
    expect(await registerAddresses(createAddressService(), 'BTC', ['a'], createOptions(journal))).toMatchObject({
      pushedCount: 1,
    })
  })
})

/** A value that the types forbid. */
const toUntyped = <T>(value: unknown, _like: T): T => JSON.parse(JSON.stringify(value))

describe('two runs with one journal', () => {
  test('for the same coin are rejected while one of them is running', async () => {
    const journal = memoryPushJournal()
    const one = createAddressService()
    const first = registerAddresses(one, 'BTC', createAddresses(150), createOptions(journal))
    const second = registerAddresses(one, 'BTC', createAddresses(150), createOptions(journal))
    expect(await catchRejection(second)).toMatchObject({ code: 'JOURNAL_IN_USE' })
    await first
    expect(one.registered()).toEqual(createAddresses(150))
    expect(await registerAddresses(one, 'BTC', createAddresses(151), createOptions(journal))).toMatchObject({
      pushedCount: 1,
    })
  })

  test('for two coins run at the same time', async () => {
    const journal = memoryPushJournal()
    const one = createAddressService()
    await Promise.all(['BTC', 'LTC'].map((symbol) => registerAddresses(one, symbol, ['a'], createOptions(journal))))
    expect(one.pushes.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'LTC'])
  })

  test('can run after one of them failed', async () => {
    const journal = memoryPushJournal()
    const broken = { ...createAddressService(), available: () => Promise.reject(new Error('of the service')) }
    await catchRejection(registerAddresses(broken, 'BTC', ['a'], createOptions(journal)))
    expect(await registerAddresses(createAddressService(), 'BTC', ['a'], createOptions(journal))).toMatchObject({
      pushedCount: 1,
    })
  })
})

test.each(['below-5000', 'above-5000'] as const)('a pool count of NaN allows no push under %s', async (pushWhen) => {
  const one = createAddressService({ count: Number.NaN })
  expect(await registerAddresses(one, 'BTC', ['a'], { ...createOptions(), pushWhen })).toMatchObject({
    state: 'paused',
  })
})

test.each([['bc1q'], [['a', null]], [[7]]])(
  'addresses of %j are rejected, and do not reach the journal',
  async (given) => {
    const journal = memoryPushJournal()
    const one = createAddressService()
    expect(
      await catchRejection(registerAddresses(one, 'BTC', toUntyped(given, ['a']), createOptions(journal))),
    ).toBeInstanceOf(TypeError)
    expect([one.pushes, await journal.entries()]).toEqual([[], []])
  },
)

/** Empties a list, which the types forbid. */
const emptyList = (list: readonly string[]): unknown => Reflect.apply(Array.prototype.splice, list, [0])

test('a service that changes the addresses of a push does not change the journal', async () => {
  const journal = memoryPushJournal()
  const one = createAddressService()
  const altering = {
    ...one,
    register: async (push: Parameters<typeof one.register>[0]) => {
      await one.register({ ...push, addresses: [...push.addresses] })
      emptyList(push.addresses)
    },
  }
  expect(await registerAddresses(altering, 'BTC', ['a', 'b'], createOptions(journal))).toMatchObject({
    pushedCount: 2,
  })
  expect(await listPushesInDoubt(journal, 'BTC')).toEqual([])
  await registerAddresses(altering, 'BTC', ['a', 'b'], createOptions(journal))
  expect(one.registered()).toEqual(['a', 'b'])
})
