import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { Gate } from '../src/keys/index.ts'
import { failure, setUp, settle } from './keys-gate-manual.ts'

describe('a gate', () => {
  test('lets 64 in, lets 256 wait, and turns the next one away at once', async () => {
    const { run, started } = setUp()
    const inside = Array.from({ length: 320 }, () => run())
    expect(started).toHaveLength(64)
    expect(await run()).toBe('BUSY')
    for (let done = 0; done < 320; done += 1) {
      started[done]?.end(`done ${done}`)
      await settle()
    }
    expect(await Promise.all(inside)).toEqual(inside.map((_, index) => `done ${index}`))
  })

  test('gives 10 seconds from the call on, waiting included', () => {
    const { run, waiting } = setUp({ inFlight: 1 })
    void run()
    void run()
    expect([...waiting.values()]).toEqual([10_000, 10_000])
  })

  test('lets the next one in when one ends, in the order of their coming', async () => {
    const { run, started } = setUp({ inFlight: 1 })
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

  test('lets the next one in when an operation throws before it returns', async () => {
    const { gate, run, started } = setUp({ inFlight: 1, waiting: 0 })
    const thrown = gate.run(() => {
      throw new RangeError('at once')
    })
    expect(await failure(thrown)).toEqual(new RangeError('at once'))
    await settle()
    const next = run()
    started[0]?.end('next')
    expect(await next).toBe('next')
  })

  test('without a queue turns away whoever would have to wait', async () => {
    const { run, started } = setUp({ inFlight: 1, waiting: 0 })
    const first = run()
    expect(await run()).toBe('BUSY')
    started[0]?.end('done')
    expect(await first).toBe('done')
  })

  test('leaves no timer and no listener behind', async () => {
    const { run, started, waiting } = setUp({ inFlight: 1 })
    const { signal, listeners } = countingSignal()
    const all = [run(signal), run(signal)]
    started[0]?.end('one')
    await settle()
    started[1]?.end('two')
    await Promise.all(all)
    await settle()
    expect([waiting.size, listeners.count]).toEqual([0, 0])
  })
})

/** A signal that counts who listens. */
function countingSignal() {
  const { signal } = new AbortController()
  const listeners = { count: 0 }
  const counted = (step: number, method: 'addEventListener' | 'removeEventListener') =>
    Object.defineProperty(signal, method, {
      value: (...args: Parameters<AbortSignal['addEventListener']>) => {
        listeners.count += step
        EventTarget.prototype[method].apply(signal, args)
      },
    })
  counted(1, 'addEventListener')
  counted(-1, 'removeEventListener')
  return { signal, listeners }
}

test('whatever happens in whatever order, no more run than may, and everyone gets one answer', async () => {
  type Event = 'call' | 'end' | 'fail' | 'abort' | 'ring'
  const event = fc.constantFrom<Event>('call', 'call', 'call', 'end', 'fail', 'abort', 'ring')
  const bounds = fc.record({ inFlight: fc.integer({ min: 1, max: 3 }), waiting: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(event, { maxLength: 30 }), async (limits, events) => {
      const { run, ring, started, waiting } = setUp(limits)
      const answers: string[] = []
      const controllers: AbortController[] = []
      let running = 0
      const acts: { readonly [E in Event]: () => void } = {
        call: () => {
          const controller = new AbortController()
          controllers.push(controller)
          void run(controller.signal).then((answer) => answers.push(answer))
        },
        end: () => started[running++]?.end('done'),
        fail: () => started[running++]?.fail(new Error('broken')),
        abort: () => controllers.at(-1)?.abort(),
        ring,
      }
      for (const each of events) {
        acts[each]()
        await settle()
        expect(waiting.size).toBeLessThanOrEqual(limits.inFlight + limits.waiting)
      }
      ring()
      await settle()
      expect(answers).toHaveLength(controllers.length)
      expect(waiting.size).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test.each([
  [{ inFlight: 0 }, 'inFlight'],
  [{ inFlight: 1.5 }, 'inFlight'],
  [{ waiting: -1 }, 'waiting'],
  [{ waiting: Number.NaN }, 'waiting'],
  [{ timeout: 0 }, 'timeout'],
  [{ timeout: 2 ** 31 }, 'timeout'],
  [{ timeout: Infinity }, 'timeout'],
])('a gate has no bounds like %o', (options, member) => {
  expect(() => new Gate(options)).toThrow(TypeError)
  expect(() => new Gate(options)).toThrow(`${member} must be a whole number`)
})

test('a gate answers with what it was given to run', () => {
  expectTypeOf<Gate['run']>().toBeCallableWith(async () => 7)
})
