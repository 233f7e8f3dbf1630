import { describe, expect, expectTypeOf, test } from 'vitest'

import { consume, type ConsumeOptions, type ConsumeSummary } from '../src/workflows/index.ts'
import { last, page, setUp, upTo } from './workflow-pending.ts'
import { refusal } from './workflow-service.ts'

describe('a full page', () => {
  test('is warned about and pulled again faster, until one is not full', async () => {
    const { pull, options, kinds, waits } = setUp([upTo(19), upTo(20), upTo(20), page(), last])
    await consume(pull, { ...options, interval: 500, fastInterval: 5 })
    expect(kinds().filter((kind) => kind === 'page-full')).toHaveLength(2)
    expect(waits).toEqual([500, 5, 5, 500])
  })

  test('was full even if its withdrawals leave it as they are paid', async () => {
    const queue = [...upTo(20)]
    const { pull, options, waits } = setUp([queue, last])
    const handOff: ConsumeOptions['handOff'] = async (_, commit) => {
      queue.pop()
      await commit()
    }
    expect(await consume(pull, { ...options, handOff, interval: 500, fastInterval: 5 })).toMatchObject({
      committed: 20,
    })
    expect(waits).toEqual([5])
  })
})

describe('a loop', () => {
  const broken = new Error('of the service')

  test('survives pulls that fail, and tells of them', async () => {
    const { pull, options, paid, kinds } = setUp([broken, broken, page(1), broken, last])
    expect(await consume(pull, { ...options, patience: 3 })).toEqual({ pulls: 2, committed: 1 })
    expect([paid, kinds().filter((kind) => kind === 'pull-failed')]).toEqual([
      [1],
      Array(3).fill('pull-failed'),
    ])
  })

  test('ends with what a pull threw after so many in a row', async () => {
    const { pull, options } = setUp([broken, page(1), broken, broken, page(2), last])
    expect(await refusal(consume(pull, { ...options, patience: 2 }))).toBe(broken)
  })

  test('that runs once pulls once, and throws what that threw', async () => {
    const { pull, options, waits } = setUp([page(1), broken, last])
    expect(await consume(pull, { ...options, once: true })).toEqual({ pulls: 1, committed: 1 })
    expect(await refusal(consume(pull, { ...options, once: true }))).toBe(broken)
    expect(waits).toEqual([])
  })

  test('ends when it is aborted, lets the hand-off under way end, and begins no other', async () => {
    const { pull, options } = setUp([upTo(5), last])
    const controller = new AbortController()
    const ended: number[] = []
    const summary = await consume(pull, {
      ...options,
      signal: controller.signal,
      handOff: async ({ trans_id }, commit) => {
        controller.abort()
        await commit()
        ended.push(trans_id)
      },
    })
    expect([ended, summary]).toEqual([[1], { pulls: 1, committed: 1 }])
  })

  test('ends with what its store threw, after the hand-offs under way have ended', async () => {
    const { pull, options } = setUp([page(1, 2, 3), last])
    const ended: number[] = []
    const store = {
      has: (key: string) => (key === '2' ? Promise.reject(broken) : Promise.resolve(false)),
      add: async () => undefined,
    }
    const handOff = async ({ trans_id }: { readonly trans_id: number }) => {
      await new Promise((resolve) => void setImmediate(resolve))
      ended.push(trans_id)
    }
    expect(await refusal(consume(pull, { ...options, store, handOff, concurrency: 2 }))).toBe(broken)
    expect(ended).toEqual([1])
  })

  test('tells of no failed pull when it was aborted', async () => {
    const { options, kinds } = setUp([])
    const controller = new AbortController()
    const pull = () => {
      controller.abort()
      return Promise.reject(broken)
    }
    await consume(pull, { ...options, signal: controller.signal })
    expect(kinds()).toEqual([])
  })

  test('that was aborted before it began does nothing', async () => {
    const { pull, options } = setUp([page(1)])
    expect(await consume(pull, { ...options, signal: AbortSignal.abort() })).toEqual({
      pulls: 0,
      committed: 0,
    })
  })

  test('leaves no listener on its signal', async () => {
    const { signal, abort } = controlled()
    const { pull, options } = setUp([page(), page(), page()])
    const listening = listenersOf(signal)
    await consume(async () => (listening.most > 0 && listening.count === 0 && abort(), pull()), {
      ...options,
      signal,
    })
    expect([listening.count, listening.most]).toEqual([0, 1])
  })

  test('is typed', () => {
    expectTypeOf(consume).returns.resolves.toEqualTypeOf<ConsumeSummary>()
    const { options, pull } = setUp([])
    // @ts-expect-error -- without a store the same withdrawal would be paid again and again
    void (() => consume(pull, { ...options, store: undefined }))
  })
})

function controlled() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function listenersOf(signal: AbortSignal) {
  const listening = { count: 0, most: 0 }
  const counted = (method: 'addEventListener' | 'removeEventListener', step: number) => {
    const original = signal[method].bind(signal)
    Object.defineProperty(signal, method, {
      value: (type: string, listener: EventListener) => {
        listening.count += step
        listening.most = Math.max(listening.most, listening.count)
        original(type, listener)
      },
    })
  }
  counted('addEventListener', 1)
  counted('removeEventListener', -1)
  return listening
}
