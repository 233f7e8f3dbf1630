import { isDecimal } from '@custody-wallet/types'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import { toDecimal, toInteger, JsonNumber } from '../../src/json/number.ts'
import { isJsonObject } from '../../src/json/reader.ts'

const readDecimal = (lexeme: string) => toDecimal(new JsonNumber(lexeme))
const readInteger = (lexeme: string) => toInteger(new JsonNumber(lexeme))
const writeOnes = (count: number) => '1'.repeat(count)

// Lexemes with exponents beyond 36 digits.
const integers = fc.oneof(
  fc.constant('0'),
  fc.stringMatching(/^[1-9][0-9]{0,20}$/),
  fc.stringMatching(/^[1-9]0{0,40}$/),
)
const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,20}$/), fc.stringMatching(/^\.0{0,40}[0-9]$/))
const exponent = fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?0{0,2}[0-9]{1,2}$/))
const lexemes = fc.tuple(fc.constantFrom('', '-'), integers, fraction, exponent).map((parts) => parts.join(''))

describe('a number of JSON', () => {
  test.each(['', ' 1', '1 ', '01', '1.', '.1', '+1', '1e', 'NaN', '1,"a":2', '1\n'])(
    'cannot be %j, which does not appear in the error',
    (lexeme) => {
      expect(() => new JsonNumber(lexeme)).toThrow(new TypeError('lexeme must be a number in JSON syntax.'))
    },
  )

  test.each([[new JsonNumber('1')], [[]], [null], [undefined], ['text'], [true]])(
    'differs from an object: %j',
    (value) => {
      expect(isJsonObject(value)).toBe(false)
    },
  )

  test('is not an object', () => {
    expect(isJsonObject({ lexeme: '1' })).toBe(true)
  })
})

describe('an amount', () => {
  test.each([
    ['0', '0'],
    ['0.00', '0.00'],
    ['1.50', '1.50'],
    ['-0.10', '-0.10'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    [writeOnes(36), writeOnes(36)],
    ['1e-8', '0.00000001'],
    ['1E-8', '0.00000001'],
    ['-1e-8', '-0.00000001'],
    ['1e+2', '100'],
    ['1e2', '100'],
    ['1.5e1', '15'],
    ['1.50e0', '1.5'],
    ['15e-1', '1.5'],
    ['150e-1', '15'],
    ['1500e-1', '150'],
    ['0.015e3', '15'],
    ['0e-8', '0'],
    ['0.0e5', '0'],
    ['1e-00000000000000000008', '0.00000001'],
    ['1e35', `1${'0'.repeat(35)}`],
    ['1e-35', `0.${'0'.repeat(34)}1`],
    [`0.${'0'.repeat(40)}1e41`, '1'],
    [`1${'0'.repeat(40)}e-40`, '1'],
  ])('written %s is exactly %s', (lexeme, text) => {
    expect(readDecimal(lexeme)).toBe(text)
  })

  test.each([
    ['negative zero', '-0'],
    ['a negative zero with a fraction', '-0.00'],
    ['a negative zero with an exponent', '-0e1'],
    ['37 digits', writeOnes(37)],
    ['37 digits with a fraction', `0.${writeOnes(36)}`],
    ['37 digits once expanded', '1e36'],
    ['37 digits once expanded to a fraction', '1e-36'],
    ['an exponent past every double', '1e1001'],
    ['an exponent that no memory holds', '1e999999999'],
    ['an exponent that is not a number', `1e${'9'.repeat(400)}`],
    ['a negative exponent that no memory holds', '1e-999999999'],
    ['zero to an absurd exponent', '0e999999999'],
  ])('is rejected with %s', (_, lexeme) => {
    expect(() => readDecimal(lexeme)).toThrow(new Rejection('json'))
  })

  test('has the value of its lexeme, in the shortest form if there is an exponent', () => {
    fc.assert(
      fc.property(lexemes, (lexeme) => {
        expect(readOutcome(lexeme)).toBe(
          /[eE]/.test(lexeme) ? checkDecimal(computeShortest(lexeme)) : checkDecimal(lexeme),
        )
      }),
      { numRuns: 3000 },
    )
  })

  test('of satoshis is read from the number that JavaScript writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (satoshis) => {
        const digits = String(satoshis)
          .padStart(9, '0')
          .replace(/(.{8})$/, '.$1')
        expect(readDecimal(String(satoshis / 1e8))).toBe(digits.replace(/\.?0+$/, ''))
      }),
    )
    expectTypeOf(toDecimal).returns.toEqualTypeOf<string>()
  })
})

describe('an integer', () => {
  test.each([
    ['0', 0],
    ['-7', -7],
    ['1.0', 1],
    ['1e3', 1000],
    ['1.5e1', 15],
    ['1000e-3', 1],
    ['0.0', 0],
    ['0e5', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    [`1.${'0'.repeat(100)}`, 1],
  ])('may be written %s', (lexeme, value) => {
    expect(readInteger(lexeme)).toBe(value)
  })

  test.each([
    ['negative zero', '-0'],
    ['a negative zero with a fraction', '-0.0'],
    ['a fraction', '1.5'],
    ['a fraction once expanded', '15e-1'],
    ['a fraction that a double rounds away', '9007199254740990.9999999999'],
    ['an integer outside the safe range', '9007199254740992'],
    ['a negative integer outside the safe range', '-9007199254740992'],
    ['an integer that a double rounds into another', '9007199254740993'],
    ['more digits than any amount', writeOnes(400)],
    ['an absurd exponent', '1e999999999'],
  ])('is not read from %s', (_, lexeme) => {
    expect(readInteger(lexeme)).toBe(undefined)
  })

  test('is read whenever a double holds the exact value', () => {
    fc.assert(
      fc.property(lexemes, (lexeme) => {
        const text = computeShortest(lexeme)
        const isSafe = /^(0|-?[1-9][0-9]*)$/.test(text) && Number.isSafeInteger(Number(text))
        expect(readInteger(lexeme)).toBe(isSafe ? Number(text) : undefined)
      }),
      { numRuns: 2000 },
    )
    expectTypeOf(toInteger).returns.toEqualTypeOf<number | undefined>()
  })
})

function readOutcome(lexeme: string): string {
  try {
    return readDecimal(lexeme)
  } catch {
    return 'rejected'
  }
}

const checkDecimal = (text: string): string => (isDecimal(text) ? text : 'rejected')

// Computes the shortest form by another method: the value times ten to the 200th, as an integer.
function computeShortest(lexeme: string): string {
  const [mantissa = '', power = '0'] = lexeme.toLowerCase().split('e')
  const [digits = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const scaled = BigInt(digits + fraction) * 10n ** BigInt(200 + Number(power) - fraction.length)
  const padded = scaled.toString().padStart(201, '0')
  const text = `${padded.slice(0, -200)}.${padded.slice(-200)}`.replace(/\.?0+$/, '')
  return lexeme.startsWith('-') ? `-${text}` : text
}
