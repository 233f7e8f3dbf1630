import fc from 'fast-check'
import { expect, test } from 'vitest'

import { buildQuery, readParameters, parseValue } from '../src/http.ts'

const texts = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed())
const entries = texts.filter((text) => text !== '' && !text.includes(','))

test('a query is read unchanged by readParameters and URLSearchParams', () => {
  const values = fc.oneof(texts, fc.array(entries, { minLength: 1 }), fc.integer(), fc.boolean())
  fc.assert(
    fc.property(fc.dictionary(texts, values), (parameters) => {
      const query = buildQuery(parameters)
      const expected = Object.entries(parameters).map(([name, value]) => [name, String(value)])
      expect(readParameters(query, () => 'text')).toEqual({
        parameters: Object.fromEntries(expected),
        violations: [],
      })
      expect([...new URLSearchParams(query)]).toEqual(expected)
    }),
  )
})

test('a query without parameters is empty, and undefined parameters are omitted', () => {
  expect([buildQuery({}), buildQuery({ uid: undefined })]).toEqual(['', ''])
})

test('commas in an entry are encoded, and commas between entries are not', () => {
  expect(buildQuery({ ids: ['a', 'b,c'] })).toBe('?ids=a,b%2Cc')
})

test.each([
  ['integer', '7', 7],
  ['integer', '-7', -7],
  ['integer', '07', '07'],
  ['integer', '1.5', '1.5'],
  ['integer', '', ''],
  ['flag', 'true', true],
  ['flag', 'false', false],
  ['flag', 'constructor', 'constructor'],
  ['list', 'a,b', ['a', 'b']],
  ['decimal', '0.10', '0.10'],
  ['text', '7', '7'],
] as const)('as %s, %j is %j', (kind, text, value) => {
  expect(parseValue(kind, text)).toEqual(value)
})

const kinds = new Map([
  ['ids', 'list'],
  ['uid', 'integer'],
] as const)
const isKnown = (name: string): name is 'ids' | 'uid' => name === 'ids' || name === 'uid'
const read = (search: string) => readParameters(search, (name) => (isKnown(name) ? kinds.get(name) : undefined))

test.each<[string, object]>([
  ['?ids=a,b&uid=7&other=7', { ids: ['a', 'b'], uid: 7, other: '7' }],
  ['?ids=a&uid=7&ids=b', { ids: ['a', 'b'], uid: 7 }],
  ['?ids=a', { ids: ['a'] }],
  ['?ids=', { ids: [''] }],
  ['?ids=a,b&ids=c', { ids: ['a,b', 'c'] }],
  ['?ids=a&ids=', { ids: ['a', ''] }],
  ['?a=1&&b', { a: '1', b: '' }],
  ['a=b=c', { a: 'b=c' }],
  ['?a+b=c+d', { 'a b': 'c d' }],
  ['', {}],
])('the query %s has the parameters %j', (search, parameters) => {
  expect(read(search)).toEqual({ parameters, violations: [] })
})

test.each([
  ['?uid=1&uid=1', '/uid', 'must occur once'],
  ['?other=1&other=2', '/other', 'must occur once'],
  ['?uid=%FF', '', 'must be percent-encoded UTF-8'],
])('the query %s is rejected at "%s": it %s', (search, pointer, message) => {
  expect(read(search).violations).toEqual([{ pointer, message }])
})
