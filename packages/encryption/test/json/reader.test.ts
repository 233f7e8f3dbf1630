import { runInNewContext } from 'node:vm'

import { parseStrictly } from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { decodeUtf8 } from '../../src/bytes/encodings.ts'
import { toPlainContent } from '../../src/codec/values.ts'
import { Rejection } from '../../src/errors.ts'
import { JsonNumber } from '../../src/json/number.ts'
import { readJson, isJsonObject, type JsonValue } from '../../src/json/reader.ts'
import { toPlain, isRejectedOnPurpose, nearJson, plainValue } from './texts.ts'

const rejection = new Rejection('json')
const nestLists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const writeList = (count: number) => `[${Array.from({ length: count }, () => '0').join()}]`
const writeObject = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join()}}`
const writeLongText = (length: number) => `"${'x'.repeat(length)}"`

describe('JSON', () => {
  test.each([
    ['nothing', ''],
    ['only white space', ' \n'],
    ['a second value behind it', '{} {}'],
    ['anything behind it', 'null,'],
    ['a zero byte behind it', 'null\0'],
    ['a byte order mark', '\u{FEFF}{}'],
    ['white space that JSON does not know', '[\u00a01]'],
    ['a form feed between its parts', '[\f1]'],
    ['a comment', '[1/**/]'],
    ['a comma before the end of a list', '[1,]'],
    ['a comma before the end of an object', '{"a":1,}'],
    ['only a comma', '[,]'],
    ['a list that stays open', '[1'],
    ['an object that stays open', '{"a":1'],
    ['a bracket of the other kind', '[1}'],
    ['a name without a value', '{"a"}'],
    ['a name that is not a string', '{a:1}'],
    ['a number as a name', '{1:1}'],
    ['a string that stays open', '"a'],
    ['a string in single quotes', "'a'"],
    ['a line break within a string', '"a\nb"'],
    ['a tab within a string', '"a\tb"'],
    ['a zero byte within a string', '"a\0b"'],
    ['an escape that JSON does not know', '"\\x41"'],
    ['an escape that is cut off', '"\\u12"'],
    ['an escape with a sign in it', '"\\u+123"'],
    ['an escape with a space in it', '"\\u 123"'],
    ['an escaped quote as its last', '"\\"'],
    ['a lone surrogate', '"\ud800"'],
    ['a lone surrogate as an escape', '"\\ud800"'],
    ['two escaped surrogates in the wrong order', '"\\udc00\\ud800"'],
    ['a lone surrogate in a name', '{"\\udfaa":0}'],
    ['a word in capitals', 'True'],
    ['a word that is cut off', 'tru'],
    ['a word with more letters', 'nulls'],
    ['a value that is not of JSON', 'undefined'],
  ])('is rejected with %s', (_, text) => {
    expect(() => readJson(text)).toThrow(rejection)
  })

  test.each(['01', '-', '+1', '.5', '1.', '1.e1', '1e', '1e+', '--1', '1-1', '0x1', '1e1.5', 'NaN', '-Infinity', '１'])(
    'is rejected with a number that is written %s',
    (text) => {
      expect(() => readJson(`[${text}]`)).toThrow(rejection)
    },
  )

  test.each(['0', '-0', '1.50', '0.1234567890123456789', '1e-8', '1E+2', '123456789012345678901234567890'])(
    'keeps the spelling of the number %s',
    (lexeme) => {
      expect(readJson(` ${lexeme} `)).toEqual(new JsonNumber(lexeme))
    },
  )

  test('may be any value', () => {
    const texts = ['null', 'true', 'false', '""', '[]', '{}']
    expect(texts.map((text) => toPlain(readJson(text)))).toEqual([null, true, false, '', [], {}])
    expectTypeOf(readJson).returns.toEqualTypeOf<JsonValue>()
  })

  test('may have every escape in strings', () => {
    expect(readJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9\\ud83d\\udcb0\\u0000"')).toBe('"\\/\b\f\n\r\téé💰\0')
  })

  test('may have white space between all parts', () => {
    expect(toPlain(readJson(' { "a" : [ 1 ,\t2 ] ,\r\n"b" : { } } '))).toEqual({ a: [1, 2], b: {} })
  })
})

describe('an object', () => {
  test.each([
    ['two fields with one name', '{"a":1,"a":1}'],
    ['two fields with one name, one of them spelled by an escape', '{"a":1,"\\u0061":2}'],
    ['two fields with one name, further down', '[{"b":{"a":1,"c":0,"a":1}}]'],
    ['two fields without a name', '{"":1,"":2}'],
    ['a field __proto__', '{"__proto__":{}}'],
    ['a field __proto__ spelled by an escape', '{"__pr\\u006fto__":{}}'],
    ['a field constructor', '{"constructor":1}'],
    ['a field prototype, further down', '{"a":[{"prototype":null}]}'],
  ])('is rejected with %s', (_, text) => {
    expect(() => readJson(text)).toThrow(rejection)
  })

  test('has only the fields that were written', () => {
    const object = readJson('{"a":{}}')
    expect(isJsonObject(object) && 'toString' in object).toBe(false)
    const prototype: object = Object.getPrototypeOf(object)
    expect([Reflect.ownKeys(prototype), Object.getPrototypeOf(prototype)]).toEqual([[], null])
  })

  test('may have names of other objects and of inherited functions', () => {
    const text = '{"a":{"a":1},"toString":2,"hasOwnProperty":3}'
    expect(toPlain(readJson(text))).toEqual({ a: { a: 1 }, toString: 2, hasOwnProperty: 3 })
  })
})

describe('two names with the same beginning', () => {
  // JSON.parse confuses the second name with the first (nodejs/node#63785).
  test.each([
    ['{"x":1,"\\\\":2}', '{"x":1,"\\n":2}', '\n'],
    ['{"y":1,"amount\\\\":2}', '{"y":1,"amount\\u0073":2}', 'amounts'],
  ])('stay different: %s and %s', (first, second, name) => {
    readJson(first)
    const object = readJson(second)
    expect(isJsonObject(object) && Object.keys(object).at(-1)).toBe(name)
  })
})

describe('the limits of the reader', () => {
  test.each([
    ['16 levels', nestLists(16), nestLists(17)],
    [
      '16 levels of objects',
      '{"a":'.repeat(16).replace(/:$/, ':0') + '}'.repeat(16),
      `${'{"a":'.repeat(16)}{}${'}'.repeat(16)}`,
    ],
    ['2,000 fields', writeObject(2000), writeObject(2001)],
    ['20,000 entries', writeList(20_000), writeList(20_001)],
    ['64 KB of string', writeLongText(65_536), writeLongText(65_537)],
    ['64 KB of name', `{${writeLongText(65_536)}:0}`, `{${writeLongText(65_537)}:0}`],
    ['64 KB of escapes', `"${'\\u00e9'.repeat(65_536)}"`, `"${'\\u00e9'.repeat(65_537)}"`],
  ])('allow %s at most', (_, most, more) => {
    expect(() => readJson(most)).not.toThrow()
    expect(() => readJson(more)).toThrow(rejection)
  })

  test('can be set for the longest string', () => {
    expect(readJson(writeLongText(100_000), { longestText: 100_000 })).toHaveLength(100_000)
    expect(() => readJson(writeLongText(100_001), { longestText: 100_000 })).toThrow(rejection)
    expect(() => readJson('"ab"', { longestText: 1 })).toThrow(rejection)
  })

  test.each([
    ['open lists', '['.repeat(1_000_000)],
    ['open objects', '{"a":'.repeat(200_000)],
    ['digits', `${'1'.repeat(1_000_000)}x`],
    ['escapes', `"${'\\n'.repeat(500_000)}`],
    ['white space', ' '.repeat(1_000_000)],
  ])('reject a megabyte of %s', (_, text) => {
    expect(() => readJson(text)).toThrow(rejection)
  })
})

// JSON.parse must accept everything that the strict reader accepts, and return the same value.

// In another realm, because other tests can mislead the parser of this one (nodejs/node#63785).
const oracle: typeof JSON = runInNewContext('JSON')

describe('the reader and JSON.parse', () => {
  test('agree on all accepted JSON, and differ only in the listed rejections', () => {
    fc.assert(
      fc.property(nearJson, (text) => {
        expect(readStrictly(text)).toEqual(readLeniently(text))
      }),
      { numRuns: 4000 },
    )
  })

  test('read the output of JSON.stringify with any indentation', () => {
    fc.assert(
      fc.property(plainValue, fc.nat(3), (value, indent) => {
        expect(toPlain(readJson(JSON.stringify(value, null, indent)))).toEqual(value)
      }),
    )
  })

  test('reject any bytes with a Rejection', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(['read', 'encoding', 'json']).toContain(readOutcome(bytes))
      }),
    )
  })
})

function readStrictly(text: string): unknown {
  try {
    return { value: toPlain(readJson(text)) }
  } catch {
    return 'rejected'
  }
}

function readLeniently(text: string): unknown {
  try {
    const value: unknown = oracle.parse(text)
    return isRejectedOnPurpose(text) ? 'rejected' : { value }
  } catch {
    return 'rejected'
  }
}

function readOutcome(bytes: Uint8Array): string {
  try {
    readJson(decodeUtf8(bytes))
    return 'read'
  } catch (error) {
    return error instanceof Rejection ? error.reason : String(error)
  }
}

const names = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"a:"', '"\\u003a"', '"a\\u003A"', '"\\ud83d"', '"__proto__"')
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

/** JSON with duplicate names, colons everywhere, and numbers that are nearly integers. */
const risky = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, texts, numbers, tie('object'), tie('list')),
  object: fc
    .array(fc.tuple(space, names, space, fc.constant(':'), space, tie('value'), space), { maxLength: 3 })
    .map((fields) => `{${fields.map((parts) => parts.join('')).join()}}`),
  list: fc
    .array(fc.tuple(space, tie('value'), space), { maxLength: 3 })
    .map((entries) => `[${entries.map((parts) => parts.join('')).join()}]`),
})).value

const deep = fc.nat(20).map((levels) => '['.repeat(levels) + '{}' + ']'.repeat(levels))

test('both readers accept the same JSON, and return the same values', () => {
  fc.assert(
    fc.property(fc.oneof(risky, risky, nearJson, deep), (text) => {
      expect({ value: parseStrictly(text) }).toEqual({ value: readExactly(text) })
    }),
    { numRuns: 5000 },
  )
})

// The exact reader returns NaN for -0 and for numbers that a double rounds to an integer.
function readExactly(text: string): unknown {
  try {
    const value = toPlainContent(readJson(text))
    return hasMark(value) ? undefined : value
  } catch {
    return undefined
  }
}

const hasMark = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasMark) : Number.isNaN(value)
