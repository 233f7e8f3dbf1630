// The quick strict parser against the exact reader: both accept the same texts, and read them the same.
import { parseStrictly } from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { plainContent } from '../src/codec/values.ts'
import { readJson } from '../src/json/reader.ts'
import { nearJson } from './json-texts.ts'

const names = fc.constantFrom(
  '"a"',
  '"\\u0061"',
  '"b"',
  '"a:"',
  '"\\u003a"',
  '"a\\u003A"',
  '"\\ud83d"',
  '"__proto__"',
)
const texts = fc.constantFrom(
  '""',
  '":"',
  '"\\u003a"',
  '"\\u003A:"',
  '"\\\\u003a"',
  '"\\":"',
  '"\\udcb0"',
  '"-0.5, 1e9]"',
)
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.constantFrom('0', '1', '10', '15', '9007199254740990', '40000000000000000001'),
    fc.constantFrom('', '.0', '.5', '.00', '.50', '.99999999999999999999'),
    fc.constantFrom('', 'e0', 'E1', 'e+2', 'e-1', 'e-4', 'e-400', 'e400'),
  )
  .map((parts) => parts.join(''))
const space = fc.constantFrom('', '', ' ', '\n')

/** JSON by its grammar, in which names meet, colons stand everywhere, and numbers are on the edge of an integer. */
const risky = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, texts, numbers, tie('object'), tie('list')),
  object: fc
    .array(fc.tuple(space, names, space, fc.constant(':'), space, tie('value'), space), { maxLength: 3 })
    .map((members) => `{${members.map((parts) => parts.join('')).join()}}`),
  list: fc
    .array(fc.tuple(space, tie('value'), space), { maxLength: 3 })
    .map((entries) => `[${entries.map((parts) => parts.join('')).join()}]`),
})).value

const deep = fc.nat(20).map((levels) => '['.repeat(levels) + '{}' + ']'.repeat(levels))

test('both accept the same texts, and read the same in them', () => {
  fc.assert(
    fc.property(fc.oneof(risky, risky, nearJson, deep), (text) => {
      expect({ value: parseStrictly(text) }).toEqual({ value: exactly(text) })
    }),
    { numRuns: 5000 },
  )
})

// The exact reader marks -0 and whatever a double would round to an integer with NaN.
function exactly(text: string): unknown {
  try {
    const value = plainContent(readJson(text))
    return hasMark(value) ? undefined : value
  } catch {
    return undefined
  }
}

const hasMark = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasMark) : Number.isNaN(value)
