import { isDecimal } from '@custody-wallet/types'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { JsonNumber } from '../../src/json/number.ts'
import { readJson } from '../../src/json/reader.ts'
import { writeJson } from '../../src/json/writer.ts'
import { toPlain, plainValue } from './texts.ts'

class Amount {
  readonly text = '1'
}

const nowhere: ReadonlySet<string> = new Set()
const at = (...pointers: readonly string[]): ReadonlySet<string> => new Set(pointers)
const createOwn = (name: string): object => Object.fromEntries([[name, 1]])
const nestLists = (levels: number): unknown => (levels === 0 ? 1 : [nestLists(levels - 1)])
const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

describe('a value', () => {
  test.each([
    ['null', null, 'null'],
    ['a boolean', false, 'false'],
    ['a safe integer', -9007199254740991, '-9007199254740991'],
    ['a string with quotes and controls', '"\\\n\0', '"\\"\\\\\\n\\u0000"'],
    ['a string outside ASCII', 'é日💰\u2028', '"é日💰\u2028"'],
    ['a number by its lexeme', new JsonNumber('1.50'), '1.50'],
    ['a list', [1, [], 'a'], '[1,[],"a"]'],
    ['an object in the order of its fields', { b: 1, a: {} }, '{"b":1,"a":{}}'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['an object without its undefined fields', { a: undefined, b: 1, c: undefined }, '{"b":1}'],
    ['a name that needs escapes', { '"\n': 1 }, '{"\\"\\n":1}'],
    ['16 levels', nestLists(16), `${'['.repeat(16)}1${']'.repeat(16)}`],
  ])('is written: %s', (_, value, text) => {
    expect(writeJson(value, nowhere)).toBe(text)
  })

  test.each([
    ['undefined', undefined, 'The value must be a value that JSON can express'],
    ['an undefined entry', { a: [1, undefined] }, '/a/* must be a value that JSON can express'],
    ['a hole in a list', { a: Array.from({ length: 1 }) }, '/a/* must be a value that JSON can express'],
    ['NaN', { a: Number.NaN }, '/a must be a safe integer; write amounts as strings'],
    ['infinity', { a: Number.POSITIVE_INFINITY }, '/a must be a safe integer; write amounts as strings'],
    ['a fraction', { a: [{ b: 0.1 }] }, '/a/*/b must be a safe integer; write amounts as strings'],
    ['negative zero', { a: -0 }, '/a must be a safe integer; write amounts as strings'],
    ['an integer that is not safe', { a: 2 ** 53 }, '/a must be a safe integer; write amounts as strings'],
    ['a bigint', { a: 1n }, '/a must be a value that JSON can express'],
    ['a symbol', { a: Symbol('b') }, '/a must be a value that JSON can express'],
    ['a function', { a: at }, '/a must be a value that JSON can express'],
    ['a date', { a: new Date(0) }, '/a must be a plain object'],
    ['a map', { a: new Map() }, '/a must be a plain object'],
    ['bytes', { a: new Uint8Array(1) }, '/a must be a plain object'],
    ['an instance of a class', { a: new Amount() }, '/a must be a plain object'],
    ['a String object', { a: Object('b') }, '/a must be a plain object'],
    ['a lone surrogate', { a: '\ud800' }, '/a must not contain a lone surrogate'],
    ['a lone surrogate in a name', { a: createOwn('\ud800') }, '/a has a field name with a lone surrogate'],
    ['a field __proto__', { a: createOwn('__proto__') }, '/a/__proto__ has a forbidden field name'],
    ['a field constructor', createOwn('constructor'), '/constructor has a forbidden field name'],
    ['a field prototype', [createOwn('prototype')], '/*/prototype has a forbidden field name'],
    [
      'a value under a name that is hidden',
      { 'a/user@custody.example': -0 },
      '/* must be a safe integer; write amounts as strings',
    ],
    ['17 levels', nestLists(17), `${'/*'.repeat(16)} is nested deeper than 16 levels`],
    ['itself', cycle, `${'/self'.repeat(16)} is nested deeper than 16 levels`],
  ])('is rejected with its path: %s', (_, value, message) => {
    expect(() => writeJson(value, nowhere)).toThrow(new TypeError(`${message}.`))
  })

  test('is written without calling toJSON', () => {
    expect(() => writeJson({ toJSON: () => 'other' }, nowhere)).toThrow(TypeError)
  })

  test.each([{ a: 'secret\ud800' }, { a: 0.424242 }, { amount: 'secret' }])('does not appear in the error', (value) => {
    expect(() => writeJson(value, at('/amount'))).toThrow(/^(?!.*(secret|4242))/)
  })
})

describe('an amount', () => {
  test.each([
    ['a field', { amount: '0.10' }, '/amount', '{"amount":0.10}'],
    ['a field of every entry', [{ amount: '1' }, { amount: '2.50' }], '/*/amount', '[{"amount":1},{"amount":2.50}]'],
    ['an entry', { fees: ['1', '-2'] }, '/fees/*', '{"fees":[1,-2]}'],
    ['a field whose name has characters of pointers', { 'a/b~c': '1' }, '/a~1b~0c', '{"a/b~c":1}'],
    ['the whole value', '12', '', '12'],
  ])('is a number if it is %s', (_, value, pointer, text) => {
    expect(writeJson(value, at(pointer))).toBe(text)
  })

  test.each(['', '1e5', '01', '.5', '-0', 'NaN', ' 1', '1,"admin":true', '1'.repeat(37)])(
    'is rejected as %j',
    (amount) => {
      const rule = '/amount must be an exact decimal in a string with at most 36 digits'
      expect(() => writeJson({ amount }, at('/amount'))).toThrow(new TypeError(`${rule}.`))
    },
  )

  test('stays a string anywhere else', () => {
    expect(writeJson({ amount: '1', note: { amount: '2' } }, at('/amount'))).toBe('{"amount":1,"note":{"amount":"2"}}')
  })

  test('may be missing, null, or a number', () => {
    const entries = [{ a: undefined }, { a: null }, { a: 5 }, { a: new JsonNumber('0.5') }]
    expect(writeJson(entries, at('/*/a'))).toBe('[{},{"a":null},{"a":5},{"a":0.5}]')
  })

  test('keeps all of its digits', () => {
    const amounts = fc.stringMatching(/^-?(0|[1-9][0-9]{0,16})(\.[0-9]{1,18})?$/).filter(isDecimal)
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(readJson(writeJson({ amount }, at('/amount')))).toEqual({ amount: new JsonNumber(amount) })
      }),
    )
  })
})

describe('the writer', () => {
  test('writes the same as JSON.stringify for values that both accept', () => {
    fc.assert(
      fc.property(plainValue, (value) => {
        expect(writeJson(value, nowhere)).toBe(JSON.stringify(value))
      }),
    )
    expectTypeOf(writeJson).returns.toEqualTypeOf<string>()
  })

  test('writes JSON that the reader reads as the same value', () => {
    fc.assert(
      fc.property(plainValue, (value) => {
        expect(toPlain(readJson(writeJson(value, nowhere)))).toEqual(value)
      }),
    )
  })

  test('writes stable JSON or throws a TypeError, for values of any type', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
    fc.assert(
      fc.property(anything, (value) => {
        expect(['stable', 'TypeError']).toContain(checkStability(value))
      }),
    )
  })
})

function checkStability(value: unknown): string {
  try {
    const text = writeJson(value, nowhere)
    return writeJson(readJson(text), nowhere) === text ? 'stable' : text
  } catch (error) {
    return error instanceof TypeError ? 'TypeError' : String(error)
  }
}
