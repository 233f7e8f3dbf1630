import { expect, test } from 'vitest'

import { parseDuration } from '../../src/clock/durations.ts'

test.each([
  [0, 0],
  [1500, 1500],
  ['250ms', 250],
  ['90s', 90_000],
  ['15m', 900_000],
  ['1h', 3_600_000],
  ['2d', 172_800_000],
])('the duration %s is %i milliseconds', (duration, milliseconds) => {
  expect(parseDuration(duration)).toBe(milliseconds)
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '', '1', '1w', '-1h', '1.5h', ' 1h', '1h '])(
  'the duration %j is rejected with an example',
  (duration) => {
    expect(() => parseDuration(duration)).toThrow(
      'A duration must be milliseconds or a string such as 90s, 15m, 1h or 2d',
    )
  },
)
