import { describe, expect, test } from 'vitest'

import { type Clock, ClockError, createClock } from '../../src/clock/clock.ts'
import { start } from '../support/sandbox.ts'

/** A clock, and the machine's clock that moves it. */
function createMovedClock(): { readonly clock: Clock; readonly machine: { time: number } } {
  const machine = { time: start }
  return { clock: createClock(() => machine.time), machine }
}

describe('the clock', () => {
  test('runs with the clock of the machine', () => {
    const { clock, machine } = createMovedClock()
    machine.time += 250
    expect(clock.now()).toBe(start + 250)
  })

  test('stands still while it is frozen, and then continues from there', () => {
    const { clock, machine } = createMovedClock()
    clock.freeze()
    machine.time += 1000
    expect([clock.now(), clock.isFrozen()]).toEqual([start, true])
    clock.set(start + 5)
    expect(clock.now()).toBe(start + 5)
    clock.unfreeze()
    machine.time += 10
    expect([clock.now(), clock.isFrozen()]).toEqual([start + 15, false])
  })

  test('does not go back when the clock of the machine does', () => {
    const { clock, machine } = createMovedClock()
    machine.time += 1000
    expect(clock.now()).toBe(start + 1000)
    machine.time -= 5000
    expect(clock.now()).toBe(start + 1000)
    machine.time += 30
    expect(clock.now()).toBe(start + 1030)
  })

  test('keeps an advance while the machine continues', () => {
    const { clock, machine } = createMovedClock()
    clock.set(start + 3_600_000)
    machine.time += 7
    expect(clock.now()).toBe(start + 3_600_007)
  })

  test.each([
    ['an earlier time', start - 1, /only moves forward: to go back to 2025-12-31T/],
    ['half a millisecond', start + 0.5, /must be an integer of milliseconds/],
    ['no number', Number.NaN, /must be an integer of milliseconds/],
    ['a time after the year 9999', 253_402_300_800_000, /up to 9999-12-31/],
  ])('rejects %s', (_, time, text) => {
    const { clock } = createMovedClock()
    expect(() => clock.check(time)).toThrow(ClockError)
    expect(() => clock.check(time)).toThrow(text)
  })

  test('does not move back to a time that has passed meanwhile', () => {
    const machine = { time: start }
    const clock = createClock(() => (machine.time += 1))
    const now = clock.now()
    expect(clock.check(now, now)).toBe(now)
    clock.set(now)
    expect(clock.now()).toBe(now + 2)
  })
})

describe('a saved clock', () => {
  test('continues from its time when data is restored', () => {
    const { clock, machine } = createMovedClock()
    const saved = clock.save()
    machine.time += 1000
    clock.load(saved)
    expect(clock.now()).toBe(start)
  })

  test('includes the time while the sandbox was stopped', () => {
    const { clock, machine } = createMovedClock()
    clock.set(start + 10_000)
    const saved = clock.save()
    machine.time += 500
    const later = createClock(() => machine.time)
    later.resume(saved)
    expect(later.now()).toBe(start + 10_500)
  })

  test('does not go back if the clock of the machine did', () => {
    const { clock, machine } = createMovedClock()
    clock.set(start + 10_000)
    const saved = clock.save()
    machine.time -= 500
    const later = createClock(() => machine.time)
    later.resume(saved)
    expect(later.now()).toBe(start + 10_000)
  })

  test('stands still if it was frozen', () => {
    const { clock, machine } = createMovedClock()
    clock.freeze()
    const saved = clock.save()
    machine.time += 500
    const later = createClock(() => machine.time)
    later.resume(saved)
    expect([later.now(), later.isFrozen()]).toEqual([start, true])
  })
})

describe.each([50, -50, 1000, -1000])('clocks on machines that differ by %d ms', (skew) => {
  test('agree after each save and add the difference only once', () => {
    let elapsed = 0
    const one = createClock(() => start + elapsed)
    const other = createClock(() => start + elapsed + skew)
    other.resume(one.save())
    for (let save = 0; save < 20; save += 1) {
      elapsed += 7
      const [writer, reader] = save % 2 === 0 ? [other, one] : [one, other]
      reader.resume(writer.save())
      expect(reader.now()).toBe(writer.now())
    }
    expect(one.now()).toBe(start + elapsed + Math.max(0, skew))
  })
})
