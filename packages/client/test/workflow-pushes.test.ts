import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  memoryPushJournal,
  type PushEntry,
  type PushJournal,
  pushesInDoubt,
  registerAddresses,
  type RegisterProgress,
} from '../src/workflows/index.ts'
import { addresses, options, service } from './workflow-pool.ts'
import { instantTimer, refusal } from './workflow-service.ts'

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

  test('pauses the move with its name, and with what is left', async () => {
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

  test('makes the move wait, if that is asked for', async () => {
    const one = service({ count: 6000 })
    const { setTimer, waits } = instantTimer((rings) => {
      one.state.count = rings === 2 ? 10 : 6000
    })
    const seen: RegisterProgress['kind'][] = []
    const onProgress = ({ kind }: RegisterProgress) => seen.push(kind)
    const waiting = { ...options(), onFull: 'wait', interval: 700, setTimer, onProgress } as const
    expect(await registerAddresses(one, 'BTC', ['a'], waiting)).toMatchObject({ state: 'done' })
    expect([waits, seen]).toEqual([
      [700, 700],
      ['paused', 'paused', 'pushed'],
    ])
  })

  test('lets a wait be aborted', async () => {
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

  /** Registers until it is done, through crashes at every possible place. */
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
    throw new TypeError('It did not come to its end.')
  }

  test('is never pushed again once it was acknowledged, wherever the crashes were', async () => {
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

  test('stops the next run until somebody decides', async () => {
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
      facts: { count: 2 },
    })
    expect([next.pushes, await pushesInDoubt(journal, 'BTC')]).toEqual([[], addresses(2)])
  })

  test.each([
    ['skip', ['a2']],
    ['push', ['a0', 'a1', 'a2']],
  ] as const)('is dealt with for good as it was decided: %s', async (inDoubt, pushed) => {
    const journal = memoryPushJournal()
    await journal.append({ kind: 'begun', symbol: 'BTC', addresses: addresses(2) })
    const one = service()
    await registerAddresses(one, 'BTC', addresses(3), { ...options(journal), inDoubt })
    expect(one.registered()).toEqual(pushed)
    expect(await pushesInDoubt(journal, 'BTC')).toEqual([])
  })

  test('is not in doubt when the service refused it', async () => {
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
