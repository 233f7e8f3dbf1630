import { describe, expect, test } from 'vitest'

import { Gate } from '../src/keys/index.ts'
import { outcome, setUp, settle } from './keys-gate-manual.ts'

describe('whoever gives up', () => {
  test('before the call starts nothing', async () => {
    const { run, started, waiting } = setUp()
    expect(await run(AbortSignal.abort())).toBe('ABORTED')
    expect([started.length, waiting.size]).toEqual([0, 0])
  })

  test('before the call hears so even where everything is full', async () => {
    const { run } = setUp({ inFlight: 1, waiting: 0 })
    void run()
    expect(await run(AbortSignal.abort())).toBe('ABORTED')
  })

  test('while waiting leaves the queue, and makes room in it', async () => {
    const { run, started, waiting } = setUp({ inFlight: 1, waiting: 1 })
    const controller = new AbortController()
    const first = run()
    const second = run(controller.signal)
    controller.abort()
    expect(await second).toBe('ABORTED')
    expect(waiting.size).toBe(1)
    const third = run()
    started[0]?.end('first')
    await settle()
    started[1]?.end('third')
    expect(await Promise.all([first, third])).toEqual(['first', 'third'])
    expect(started).toHaveLength(2)
  })

  test('while the key works hears so at once, and so does the key, which keeps its place until it ends', async () => {
    const { run, started, signals } = setUp({ inFlight: 1 })
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

  test('when it is done changes nothing', async () => {
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

describe('a key that does not answer in time', () => {
  test('is given up, is told so, and loses its place', async () => {
    const { run, started, signals, ring } = setUp({ inFlight: 1, waiting: 0 })
    const first = run()
    ring()
    expect(await first).toBe('TIMEOUT')
    expect(signals[0]?.aborted).toBe(true)
    const second = run()
    expect(started).toHaveLength(2)
    started[1]?.end('second')
    expect(await second).toBe('second')
  })

  test('frees one place and no second one when it answers after all', async () => {
    const { run, started, ring } = setUp({ inFlight: 1, waiting: 0 })
    const first = run()
    ring()
    await first
    const second = run()
    started[0]?.end('too late')
    await settle()
    expect(await run()).toBe('BUSY')
    started[1]?.end('second')
    expect(await second).toBe('second')
  })

  test('lets those who waited too long behind it go as well', async () => {
    const { run, ring, started, waiting } = setUp({ inFlight: 1 })
    const all = [run(), run(), run()]
    ring()
    expect(await Promise.all(all)).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT'])
    await settle()
    expect(waiting.size).toBe(0)
    const next = run()
    started.at(-1)?.end('next')
    expect(await next).toBe('next')
  })

  test('keeps its place no longer than that after its caller has gone', async () => {
    const { run, ring, started } = setUp({ inFlight: 1, waiting: 0 })
    const controller = new AbortController()
    const first = run(controller.signal)
    controller.abort()
    expect(await first).toBe('ABORTED')
    expect(await run()).toBe('BUSY')
    ring()
    void run()
    expect(started).toHaveLength(2)
  })

  test('is given up by the clock of Node where no other is given', async () => {
    const gate = new Gate({ timeout: 1 })
    const never = gate.run(() => new Promise<string>(() => undefined))
    expect(await outcome(never)).toBe('TIMEOUT')
  })
})
