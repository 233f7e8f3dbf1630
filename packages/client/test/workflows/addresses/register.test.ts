import { isAddressRegistration } from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  memoryPushJournal,
  registerAddresses,
  type RegisterOptions,
  type PushEntry,
  type PushJournal,
  pushesInDoubt,
} from '../../../src/workflows/index.ts'
import { addresses, options, service } from '../../support/address-service.ts'
import { refusal, instantTimer } from '../../support/workflow-service.ts'

type Progress = Parameters<NonNullable<RegisterOptions['onProgress']>>[0]

describe('registering addresses', () => {
  test('pushes 100 at a time, each once, and checks the pool before each push', async () => {
    const one = service()
    const outcome = await registerAddresses(one, 'BTC', [...addresses(250), 'a0', 'a249'], options())
    expect(outcome).toEqual({ state: 'done', pushed: 250, left: [] })
    expect(one.pushes.map(({ addresses: those }) => those.length)).toEqual([100, 100, 50])
    expect(one.registered()).toEqual(addresses(250))
    expect([one.state.looks, one.pushes.every(isAddressRegistration)]).toEqual([3, true])
  })

  test('resumes with the same journal', async () => {
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

  test('reports its progress', async () => {
    const journal = memoryPushJournal()
    await registerAddresses(service(), 'BTC', addresses(100), options(journal))
    const seen: Progress[] = []
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
    expectTypeOf(registerAddresses).returns.resolves.toHaveProperty('left')
    // @ts-expect-error -- without a journal nothing could go on where it stopped
    void (() => registerAddresses(service(), 'BTC', [], { poolRule: 'refuse-from-5000' }))
  })
})

describe('invalid addresses', () => {
  test.each([
    ['an empty one', ['a', ''], 1],
    ['a comma', ['a,b'], 0],
    ['white space', ['a', 'b', ' c'], 2],
    ['half a character', ['\uD800'], 0],
  ])('are rejected before the first call: %s', async (_, given, index) => {
    const one = service()
    const error = await refusal(registerAddresses(one, 'BTC', given, options()))
    expect(error).toMatchObject({ code: 'ADDRESS_INVALID', context: { index } })
    expect([one.state.looks, one.pushes]).toEqual([0, []])
  })

  test.each([[[]], [['a', 'b']]])(
    'of a coin with memos are lists without exactly one address: %j',
    async (given) => {
      const refused = registerAddresses(service(), 'XRP', given, { ...options(), memo: true })
      expect(await refusal(refused)).toMatchObject({ code: 'MEMO_ONE_ADDRESS' })
    },
  )

  test('of a coin with memos are all others after one is registered', async () => {
    const journal = memoryPushJournal()
    const one = service()
    await registerAddresses(one, 'XRP', ['a', 'a'], { ...options(journal), memo: true })
    expect(one.pushes).toEqual([{ symbol: 'XRP', addresses: ['a'], memo: true }])
    const refused = registerAddresses(one, 'XRP', ['b'], { ...options(journal), memo: true })
    expect(await refusal(refused)).toMatchObject({ code: 'MEMO_ONE_ADDRESS' })
  })
})

describe('the rule of 5000', () => {
  test.each([
    ['refuse-from-5000', 4999, 1],
    ['refuse-from-5000', 5000, 0],
    ['require-over-5000', 5000, 0],
    ['require-over-5000', 5001, 1],
  ] as const)('read as %s, with %i available, allows %i pushes', async (poolRule, count, pushes) => {
    const one = service({ count })
    await registerAddresses(one, 'BTC', ['a'], { ...options(), poolRule })
    expect(one.pushes).toHaveLength(pushes)
  })

  test('pauses the run, with its name and the addresses that are left', async () => {
    const one = service({ count: 4850 })
    const journal = memoryPushJournal()
    const outcome = await registerAddresses(one, 'BTC', addresses(300), options(journal))
    expect(outcome).toEqual({
      state: 'paused',
      rule: 'address-pool',
      pushed: 200,
      left: addresses(300).slice(200),
    })
    one.state.count = 0
    expect(await registerAddresses(one, 'BTC', addresses(300), options(journal))).toMatchObject({
      state: 'done',
    })
    expect(one.registered()).toEqual(addresses(300))
  })

  test("makes the run wait with `onFull: 'wait'`", async () => {
    const one = service({ count: 6000 })
    const { setTimer, waits } = instantTimer((rings) => {
      one.state.count = rings === 2 ? 10 : 6000
    })
    const seen: Progress['kind'][] = []
    const onProgress = ({ kind }: Progress) => seen.push(kind)
    const waiting = { ...options(), onFull: 'wait', interval: 700, setTimer, onProgress } as const
    expect(await registerAddresses(one, 'BTC', ['a'], waiting)).toMatchObject({ state: 'done' })
    expect([waits, seen]).toEqual([
      [700, 700],
      ['paused', 'paused', 'pushed'],
    ])
  })

  test('allows to abort a wait', async () => {
    const controller = new AbortController()
    const setTimer = () => {
      controller.abort()
      return () => undefined
    }
    const waiting = {
      ...options(),
      onFull: 'wait',
      setTimer: () => (queueMicrotask(setTimer), () => undefined),
      signal: controller.signal,
    } as const
    expect(await refusal(registerAddresses(service({ count: 6000 }), 'BTC', ['a'], waiting))).toMatchObject({
      code: 'ABORTED',
    })
  })
})

describe('a push that was interrupted', () => {
  const crash = new Error('of the machine')

  /** Registers until it is done, with crashes at the given steps. */
  async function throughCrashes(count: number, places: readonly number[]) {
    let step = 0
    const tick = (): void => {
      step += 1
      if (places.includes(step)) throw crash
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
    const one = service({ onPush: tick, onAnswer: tick })
    const doubts: (readonly string[])[] = []
    for (let runs = 0; runs < 50; runs += 1) {
      const doubtful = await pushesInDoubt(journal, 'BTC')
      if (doubtful.length > 0) doubts.push(doubtful)
      const arrived = doubtful.some((address) => one.registered().includes(address))
      const inDoubt = arrived ? 'skip' : 'push'
      const error = await refusal(
        registerAddresses(one, 'BTC', addresses(count), {
          ...options(journal),
          ...(doubtful.length > 0 && { inDoubt }),
        }),
      )
      if (error !== crash) return { one, doubts }
    }
    throw new TypeError('It did not end.')
  }

  test('is never repeated after its acknowledgement, wherever the crashes are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 450 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
        async (count, places) => {
          const { one } = await throughCrashes(count, places)
          expect(one.registered()).toEqual(addresses(count))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('stops the next run without inDoubt', async () => {
    const journal = memoryPushJournal()
    const lost = service({
      onAnswer: () => {
        throw crash
      },
    })
    expect(await refusal(registerAddresses(lost, 'BTC', addresses(2), options(journal)))).toBe(crash)
    const next = service()
    expect(await refusal(registerAddresses(next, 'BTC', addresses(3), options(journal)))).toMatchObject({
      code: 'PUSH_IN_DOUBT',
      context: { count: 2 },
    })
    expect([next.pushes, await pushesInDoubt(journal, 'BTC')]).toEqual([[], addresses(2)])
  })

  test.each([
    ['skip', ['a2']],
    ['push', ['a0', 'a1', 'a2']],
  ] as const)('is settled by inDoubt: %s', async (inDoubt, pushed) => {
    const journal = memoryPushJournal()
    await journal.append({ kind: 'begun', symbol: 'BTC', addresses: addresses(2) })
    const one = service()
    await registerAddresses(one, 'BTC', addresses(3), { ...options(journal), inDoubt })
    expect(one.registered()).toEqual(pushed)
    expect(await pushesInDoubt(journal, 'BTC')).toEqual([])
  })

  test('is not in doubt after the service refused it', async () => {
    const journal = memoryPushJournal()
    const refusing = service({
      onPush: () => {
        throw crash
      },
    })
    const isRefusal = (error: unknown): boolean => error === crash
    expect(await refusal(registerAddresses(refusing, 'BTC', ['a'], { ...options(journal), isRefusal }))).toBe(
      crash,
    )
    expect(await pushesInDoubt(journal, 'BTC')).toEqual([])
    expect(await registerAddresses(service(), 'BTC', ['a'], options(journal))).toMatchObject({ pushed: 1 })
  })
})

/** A value that a caller without types may pass. */
const untyped = <T>(value: unknown, _like: T): T => JSON.parse(JSON.stringify(value))

describe('two runs with one journal', () => {
  test('for the same coin are rejected while one of them is running', async () => {
    const journal = memoryPushJournal()
    const one = service()
    const first = registerAddresses(one, 'BTC', addresses(150), options(journal))
    const second = registerAddresses(one, 'BTC', addresses(150), options(journal))
    expect(await refusal(second)).toMatchObject({ code: 'JOURNAL_IN_USE' })
    await first
    expect(one.registered()).toEqual(addresses(150))
    expect(await registerAddresses(one, 'BTC', addresses(151), options(journal))).toMatchObject({ pushed: 1 })
  })

  test('for two coins run at the same time', async () => {
    const journal = memoryPushJournal()
    const one = service()
    await Promise.all(['BTC', 'LTC'].map((symbol) => registerAddresses(one, symbol, ['a'], options(journal))))
    expect(one.pushes.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'LTC'])
  })

  test('may follow each other after one of them failed', async () => {
    const journal = memoryPushJournal()
    const broken = { ...service(), available: () => Promise.reject(new Error('of the service')) }
    await refusal(registerAddresses(broken, 'BTC', ['a'], options(journal)))
    expect(await registerAddresses(service(), 'BTC', ['a'], options(journal))).toMatchObject({ pushed: 1 })
  })
})

test.each(['refuse-from-5000', 'require-over-5000'] as const)(
  'a pool count of NaN allows no push under %s',
  async (poolRule) => {
    const one = service({ count: Number.NaN })
    expect(await registerAddresses(one, 'BTC', ['a'], { ...options(), poolRule })).toMatchObject({
      state: 'paused',
    })
  },
)

test.each([['bc1q'], [['a', null]], [[7]]])(
  'addresses of %j are rejected, and do not reach the journal',
  async (given) => {
    const journal = memoryPushJournal()
    const one = service()
    expect(
      await refusal(registerAddresses(one, 'BTC', untyped(given, ['a']), options(journal))),
    ).toBeInstanceOf(TypeError)
    expect([one.pushes, await journal.entries()]).toEqual([[], []])
  },
)

/** Empties a list, as a caller without types may. */
const emptied = (list: readonly string[]): unknown => Reflect.apply(Array.prototype.splice, list, [0])

test('a service that changes the addresses of a push does not change the journal', async () => {
  const journal = memoryPushJournal()
  const one = service()
  const altering = {
    ...one,
    register: async (push: Parameters<typeof one.register>[0]) => {
      await one.register({ ...push, addresses: [...push.addresses] })
      emptied(push.addresses)
    },
  }
  expect(await registerAddresses(altering, 'BTC', ['a', 'b'], options(journal))).toMatchObject({ pushed: 2 })
  expect(await pushesInDoubt(journal, 'BTC')).toEqual([])
  await registerAddresses(altering, 'BTC', ['a', 'b'], options(journal))
  expect(one.registered()).toEqual(['a', 'b'])
})
