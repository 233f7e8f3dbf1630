// What one merchant may take of a gate, and whose turn it is.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Gate, type GateOptions } from '../src/keys/index.ts'
import { manualTimers, outcome, settle } from './keys-gate-manual.ts'

/** A gate whose operations end by the name of their merchant, when the test says so. */
function sharedGate(options: GateOptions) {
  const { setTimer } = manualTimers()
  const gate = new Gate({ setTimer, ...options })
  const running: { readonly merchant: string; readonly end: () => void }[] = []
  const run = (merchant: string): Promise<string> =>
    outcome(
      gate.run(
        (inner) =>
          new Promise((resolve) => {
            running.push({ merchant: inner.merchant ?? '', end: () => resolve(merchant) })
          }),
        { merchant },
      ),
    )
  const runMany = (merchant: string, times: number) => Array.from({ length: times }, () => run(merchant))
  const names = (): string => running.map(({ merchant }) => merchant).join('')
  const end = async (at = 0): Promise<void> => {
    running.splice(at, 1)[0]?.end()
    await settle()
  }
  return { run, runMany, names, end, running }
}

describe('a merchant', () => {
  test('runs no more than its share, and others run beside it', () => {
    const { runMany, names } = sharedGate({ inFlight: 4, share: 0.5 })
    void runMany('a', 4)
    expect(names()).toBe('aa')
    void runMany('b', 4)
    expect(names()).toBe('aabb')
  })

  test('whose share of the queue is full is busy, and others still wait', async () => {
    const { run, runMany, names, end } = sharedGate({ inFlight: 2, waiting: 4, share: 0.5 })
    void runMany('a', 3)
    expect(await run('a')).toBe('BUSY')
    void runMany('b', 3)
    expect(names()).toBe('ab')
    await end()
    expect(names()).toBe('ba')
  })

  test('has at least one place to wait, however small its share', async () => {
    const { run, runMany, names, end } = sharedGate({ inFlight: 1, waiting: 3, share: 0.25 })
    void runMany('a', 2)
    expect(await run('a')).toBe('BUSY')
    await end()
    expect(names()).toBe('a')
  })

  test('has no place to wait where nobody has', async () => {
    const { run } = sharedGate({ inFlight: 1, waiting: 0, share: 0.25 })
    void run('a')
    expect(await run('a')).toBe('BUSY')
  })

  test('has at least one slot, however small its share', () => {
    const { runMany, names } = sharedGate({ inFlight: 2, share: 0.01 })
    void runMany('a', 2)
    void runMany('b', 2)
    expect(names()).toBe('ab')
  })
})

test('merchants take turns, and each keeps its own order', async () => {
  const { runMany, names, end, run } = sharedGate({ inFlight: 1 })
  void runMany('a', 4)
  void runMany('b', 2)
  void run('c')
  const order = [names()]
  for (let ended = 0; ended < 6; ended += 1) {
    await end()
    order.push(names())
  }
  expect(order.join('')).toBe('aabcaba')
})

describe('a queue that is full', () => {
  test('takes the last place of the longest line for a merchant with a shorter one', async () => {
    const { run, runMany, end, names } = sharedGate({ inFlight: 1, waiting: 3 })
    const [, first, second, third] = runMany('a', 4)
    void run('b')
    expect(await third).toBe('BUSY')
    await end()
    await end()
    await end()
    await end()
    expect([await first, await second, names()]).toEqual(['a', 'a', ''])
  })

  test('turns away who has as long a line as everyone', async () => {
    const { run, runMany } = sharedGate({ inFlight: 1, waiting: 4 })
    void runMany('a', 3)
    void runMany('b', 2)
    expect(await run('b')).toBe('BUSY')
    expect(await run('a')).toBe('BUSY')
  })
})

test('whatever comes in whatever order, no merchant runs more than its share and none is forgotten', async () => {
  const merchants = fc.array(fc.constantFrom('a', 'b', 'c', 'end'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(merchants, async (events) => {
      const { run, running, end } = sharedGate({ inFlight: 4, waiting: 6, share: 0.5 })
      const answers: Promise<string>[] = []
      for (const event of events) {
        if (event === 'end') await end()
        else answers.push(run(event))
        for (const name of ['a', 'b', 'c'])
          expect(running.filter(({ merchant }) => merchant === name).length).toBeLessThanOrEqual(2)
      }
      while (running.length > 0) await end()
      for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^(a|b|c|BUSY)$/)
    }),
    { numRuns: 100 },
  )
})

test.each([[0], [-1], [1.1], [Number.NaN]])('a gate has no share of %d', (share) => {
  expect(() => new Gate({ share })).toThrow(
    new TypeError(`share must be a number over 0 and up to 1, not ${share}.`),
  )
})
