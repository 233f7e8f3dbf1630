import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { Gate, type GateOptions } from '../../src/keys/index.ts'
import { catchFailure, createManualTimers, readOutcome, setUp, settle } from './manual-gate.ts'

describe('a gate', () => {
  test('runs 64 operations, lets 256 wait, and rejects the next one', async () => {
    const { run, started } = setUp()
    const inside = Array.from({ length: 320 }, () => run())
    expect(started).toHaveLength(64)
    expect(await run()).toBe('OVERLOADED')
    for (let done = 0; done < 320; done += 1) {
      started[done]?.end(`done ${done}`)
      await settle()
    }
    expect(await Promise.all(inside)).toEqual(inside.map((_, index) => `done ${index}`))
  })

  test('allows 10 seconds from the call, including the wait', () => {
    const { run, jobs: waitingOperations } = setUp({ concurrency: 1 })
    void run()
    void run()
    expect([...waitingOperations.values()]).toEqual([10_000, 10_000])
  })

  test('starts the next operation when one ends, in the order of the calls', async () => {
    const { run, started } = setUp({ concurrency: 1 })
    const order: string[] = []
    const all = ['a', 'b', 'c'].map(async (name) => order.push(`${name} ${await run()}`))
    started[0]?.end('first')
    await settle()
    started[1]?.end('second')
    await settle()
    started[2]?.fail(new TypeError('third'))
    await Promise.all(all)
    expect(order).toEqual(['a first', 'b second', 'c other: TypeError: third'])
  })

  test('starts the next operation when one throws before it returns', async () => {
    const { gate, run, started } = setUp({ concurrency: 1, queue: 0 })
    const thrown = gate.run(() => {
      throw new RangeError('at once')
    })
    expect(await catchFailure(thrown)).toEqual(new RangeError('at once'))
    await settle()
    const next = run()
    started[0]?.end('next')
    expect(await next).toBe('next')
  })

  test('without a queue rejects a call that would have to wait', async () => {
    const { run, started } = setUp({ concurrency: 1, queue: 0 })
    const first = run()
    expect(await run()).toBe('OVERLOADED')
    started[0]?.end('done')
    expect(await first).toBe('done')
  })

  test('removes its timers and listeners', async () => {
    const { run, started, jobs: waitingOperations } = setUp({ concurrency: 1 })
    const { signal, listeners } = createCountingSignal()
    const all = [run(signal), run(signal)]
    started[0]?.end('one')
    await settle()
    started[1]?.end('two')
    await Promise.all(all)
    await settle()
    expect([waitingOperations.size, listeners.count]).toEqual([0, 0])
  })
})

/** A signal that counts its listeners. */
function createCountingSignal() {
  const { signal } = new AbortController()
  const listeners = { count: 0 }
  const countCall = (step: number, method: 'addEventListener' | 'removeEventListener') =>
    Object.defineProperty(signal, method, {
      value: (...args: Parameters<AbortSignal['addEventListener']>) => {
        listeners.count += step
        EventTarget.prototype[method].apply(signal, args)
      },
    })
  countCall(1, 'addEventListener')
  countCall(-1, 'removeEventListener')
  return { signal, listeners }
}

test('after any events in any order, the limits hold and each call ends once', async () => {
  type Event = 'call' | 'end' | 'fail' | 'abort' | 'ring'
  const event = fc.constantFrom<Event>('call', 'call', 'call', 'end', 'fail', 'abort', 'ring')
  const bounds = fc.record({ concurrency: fc.integer({ min: 1, max: 3 }), queue: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(event, { maxLength: 30 }), async (limits, events) => {
      const { run, ring, started, jobs: waitingOperations } = setUp(limits)
      const outcomes: string[] = []
      const controllers: AbortController[] = []
      let running = 0
      const acts: { readonly [E in Event]: () => void } = {
        call: () => {
          const controller = new AbortController()
          controllers.push(controller)
          void run(controller.signal).then((outcome) => outcomes.push(outcome))
        },
        end: () => started[running++]?.end('done'),
        fail: () => started[running++]?.fail(new Error('broken')),
        abort: () => controllers.at(-1)?.abort(),
        ring,
      }
      for (const each of events) {
        acts[each]()
        await settle()
        expect(waitingOperations.size).toBeLessThanOrEqual(limits.concurrency + limits.queue)
      }
      ring()
      await settle()
      expect(outcomes).toHaveLength(controllers.length)
      expect(waitingOperations.size).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test.each([
  [{ concurrency: 0 }, 'concurrency'],
  [{ concurrency: 1.5 }, 'concurrency'],
  [{ queue: -1 }, 'queue'],
  [{ queue: Number.NaN }, 'queue'],
  [{ timeout: 0 }, 'timeout'],
  [{ timeout: 2 ** 31 }, 'timeout'],
  [{ timeout: Infinity }, 'timeout'],
])('the options %o are rejected', (options, field) => {
  expect(() => new Gate(options)).toThrow(TypeError)
  expect(() => new Gate(options)).toThrow(`${field} must be an integer`)
})

test('a gate returns the result of the operation', () => {
  expectTypeOf<Gate['run']>().toBeCallableWith(async () => 7)
})

describe('an aborted call', () => {
  test('does not start if it was aborted before', async () => {
    const { run, started, jobs: waitingOperations } = setUp()
    expect(await run(AbortSignal.abort())).toBe('ABORTED')
    expect([started.length, waitingOperations.size]).toEqual([0, 0])
  })

  test('fails with ABORTED, not OVERLOADED, if it was aborted before', async () => {
    const { run } = setUp({ concurrency: 1, queue: 0 })
    void run()
    expect(await run(AbortSignal.abort())).toBe('ABORTED')
  })

  test('leaves the queue and makes room in it', async () => {
    const { run, started, jobs: waitingOperations } = setUp({ concurrency: 1, queue: 1 })
    const controller = new AbortController()
    const first = run()
    const second = run(controller.signal)
    controller.abort()
    expect(await second).toBe('ABORTED')
    expect(waitingOperations.size).toBe(1)
    const third = run()
    started[0]?.end('first')
    await settle()
    started[1]?.end('third')
    expect(await Promise.all([first, third])).toEqual(['first', 'third'])
    expect(started).toHaveLength(2)
  })

  test('fails immediately and signals its running operation, which keeps its slot until it ends', async () => {
    const { run, started, signals } = setUp({ concurrency: 1 })
    const controller = new AbortController()
    const first = run(controller.signal)
    const second = run()
    controller.abort()
    expect(await first).toBe('ABORTED')
    expect(signals[0]?.aborted).toBe(true)
    expect(started).toHaveLength(1)
    started[0]?.end('too late')
    await settle()
    started[1]?.end('second')
    expect(await second).toBe('second')
  })

  test('does not signal an operation that has ended', async () => {
    const { run, started, signals } = setUp()
    const controller = new AbortController()
    const first = run(controller.signal)
    started[0]?.end('done')
    expect(await first).toBe('done')
    await settle()
    controller.abort()
    expect(signals[0]?.aborted).toBe(false)
  })
})

describe('an operation that takes too long', () => {
  test('fails with TIMEOUT, gets the signal, and loses its slot', async () => {
    const { run, started, signals, ring } = setUp({ concurrency: 1, queue: 0 })
    const first = run()
    ring()
    expect(await first).toBe('TIMEOUT')
    expect(signals[0]?.aborted).toBe(true)
    const second = run()
    expect(started).toHaveLength(2)
    started[1]?.end('second')
    expect(await second).toBe('second')
  })

  test('frees one slot, and not a second one when it ends later', async () => {
    const { run, started, ring } = setUp({ concurrency: 1, queue: 0 })
    const first = run()
    ring()
    await first
    const second = run()
    started[0]?.end('too late')
    await settle()
    expect(await run()).toBe('OVERLOADED')
    started[1]?.end('second')
    expect(await second).toBe('second')
  })

  test('times out together with calls that have waited as long', async () => {
    const { run, ring, started, jobs: waitingOperations } = setUp({ concurrency: 1 })
    const all = [run(), run(), run()]
    ring()
    expect(await Promise.all(all)).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT'])
    await settle()
    expect(waitingOperations.size).toBe(0)
    const next = run()
    started.at(-1)?.end('next')
    expect(await next).toBe('next')
  })

  test('loses its slot at the timeout even if its caller aborted before', async () => {
    const { run, ring, started } = setUp({ concurrency: 1, queue: 0 })
    const controller = new AbortController()
    const first = run(controller.signal)
    controller.abort()
    expect(await first).toBe('ABORTED')
    expect(await run()).toBe('OVERLOADED')
    ring()
    void run()
    expect(started).toHaveLength(2)
  })

  test('times out with setTimeout by default', async () => {
    const gate = new Gate({ timeout: 1 })
    const never = gate.run(() => new Promise<string>(() => undefined))
    expect(await readOutcome(never)).toBe('TIMEOUT')
  })
})

/** A gate whose operations return the name of their merchant when the test calls `end`. */
function createSharedGate(options: GateOptions) {
  const { setTimer } = createManualTimers()
  const gate = new Gate({ setTimer, ...options })
  const running: { readonly merchant: string; readonly end: () => void }[] = []
  const run = (merchant: string): Promise<string> =>
    readOutcome(
      gate.run(
        (inner) =>
          new Promise((resolve) => {
            running.push({ merchant: inner.merchant ?? '', end: () => resolve(merchant) })
          }),
        { merchant },
      ),
    )
  const runMany = (merchant: string, times: number) => Array.from({ length: times }, () => run(merchant))
  const listMerchants = (): string => running.map(({ merchant }) => merchant).join('')
  const end = async (at = 0): Promise<void> => {
    running.splice(at, 1)[0]?.end()
    await settle()
  }
  return { run, runMany, names: listMerchants, end, running }
}

describe('a merchant', () => {
  test('runs at most its share, and others run beside it', () => {
    const { runMany, names: listMerchants } = createSharedGate({ concurrency: 4, share: 0.5 })
    void runMany('a', 4)
    expect(listMerchants()).toBe('aa')
    void runMany('b', 4)
    expect(listMerchants()).toBe('aabb')
  })

  test('gets OVERLOADED when its share of the queue is full, and others can still wait', async () => {
    const { run, runMany, names: listMerchants, end } = createSharedGate({ concurrency: 2, queue: 4, share: 0.5 })
    void runMany('a', 3)
    expect(await run('a')).toBe('OVERLOADED')
    void runMany('b', 3)
    expect(listMerchants()).toBe('ab')
    await end()
    expect(listMerchants()).toBe('ba')
  })

  test('can have one waiting operation with the smallest share', async () => {
    const { run, runMany, names: listMerchants, end } = createSharedGate({ concurrency: 1, queue: 3, share: 0.25 })
    void runMany('a', 2)
    expect(await run('a')).toBe('OVERLOADED')
    await end()
    expect(listMerchants()).toBe('a')
  })

  test('cannot wait if the gate has no queue', async () => {
    const { run } = createSharedGate({ concurrency: 1, queue: 0, share: 0.25 })
    void run('a')
    expect(await run('a')).toBe('OVERLOADED')
  })

  test('has one slot with the smallest share', () => {
    const { runMany, names: listMerchants } = createSharedGate({ concurrency: 2, share: 0.01 })
    void runMany('a', 2)
    void runMany('b', 2)
    expect(listMerchants()).toBe('ab')
  })
})

test('merchants take turns, and the operations of each keep their order', async () => {
  const { runMany, names: listMerchants, end, run } = createSharedGate({ concurrency: 1 })
  void runMany('a', 4)
  void runMany('b', 2)
  void run('c')
  const order = [listMerchants()]
  for (let ended = 0; ended < 6; ended += 1) {
    await end()
    order.push(listMerchants())
  }
  expect(order.join('')).toBe('aabcaba')
})

describe('a full queue', () => {
  test('rejects the last operation of the merchant with the most, for one with fewer', async () => {
    const { run, runMany, end, names: listMerchants } = createSharedGate({ concurrency: 1, queue: 3 })
    const [, first, second, third] = runMany('a', 4)
    void run('b')
    expect(await third).toBe('OVERLOADED')
    await end()
    await end()
    await end()
    await end()
    expect([await first, await second, listMerchants()]).toEqual(['a', 'a', ''])
  })

  test('rejects a merchant that has as many waiting operations as the others', async () => {
    const { run, runMany } = createSharedGate({ concurrency: 1, queue: 4 })
    void runMany('a', 3)
    void runMany('b', 2)
    expect(await run('b')).toBe('OVERLOADED')
    expect(await run('a')).toBe('OVERLOADED')
  })
})

test('after any calls in any order, every merchant is within its share and each call ends', async () => {
  const merchants = fc.array(fc.constantFrom('a', 'b', 'c', 'end'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(merchants, async (events) => {
      const { run, running, end } = createSharedGate({ concurrency: 4, queue: 6, share: 0.5 })
      const outcomes: Promise<string>[] = []
      for (const event of events) {
        if (event === 'end') await end()
        else outcomes.push(run(event))
        for (const name of ['a', 'b', 'c'])
          expect(running.filter(({ merchant }) => merchant === name).length).toBeLessThanOrEqual(2)
      }
      while (running.length > 0) await end()
      for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatch(/^(a|b|c|OVERLOADED)$/)
    }),
    { numRuns: 100 },
  )
})

test.each([[0], [-1], [1.1], [Number.NaN]])('a share of %d is rejected', (share) => {
  expect(() => new Gate({ share })).toThrow(new TypeError(`share must be greater than 0 and at most 1, not ${share}.`))
})
