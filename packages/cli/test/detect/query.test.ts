import fc from 'fast-check'
import { expect, test } from 'vitest'

import { findMessageInQuery } from '../../src/detect/capture/query.ts'
import { detect } from '../../src/detect/index.ts'

const findSettings = (text: string): object[] => [...findMessageInQuery(text, { where: 'here' })]

test.each([
  ['a query', 'app_id=1&data=a'],
  ['a query with its question mark', '?app_id=1&data=a'],
  ['a path', '/api/v2/user/info?app_id=1&data=a'],
  ['an address', 'HTTPS://x.example/api/v2/user/info?app_id=1&data=a'],
  ['a question mark in a later value', 'app_id=1&data=a&note=b?c'],
  ['a fragment', 'app_id=1&data=a#top'],
])('finds the fields of %s', (_what, text) => {
  expect(findSettings(text)).toMatchObject([{ appId: '1', data: 'a' }])
})

test.each([
  ['a field without =', 'app_id=1&data=a&b'],
  ['a name with a space', 'app id=1&data=a'],
  ['a value in two lines', 'app_id=1\n2&data=a'],
  ['a space before the query', '/a b?data=a'],
  ['a question mark before the name of a field', '/a?b?app_id=1&data=a'],
])('finds nothing with %s', (_what, text) => {
  expect(findSettings(text)).toEqual([])
})

// One expression for the whole text, which takes quadratic time if the part before the query may have a question mark.
const wholeQuery = /^(?:[a-z]+:\/\/[^\s?]*\?|\/[^\s?]*\?|\?)?[\w.-]+=[^&\n]*(?:&[\w.-]+=[^&\n]*)*$/i

test('accepts the same texts as a single regular expression', () => {
  const unit = fc.constantFrom('?', '/', '://', 'data=', '=', '&', 'a', 'H', '.', '-', ' ', '\n', 'é')
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const text = `${units.join('')}&data=x`.trim()
      expect(findSettings(text).length).toBe(wholeQuery.test(text) ? 1 : 0)
    }),
    { numRuns: 3000 },
  )
})

const many = 1_000_000

test.each([
  ['question marks', `/${'?a='.repeat(many)}\nb`],
  ['fields', `/${'?a=&a='.repeat(many)}\nb`],
  ['addresses in a curl line', `curl ${"https://x.example/?data='a' ".repeat(many / 20)}`],
  [
    'different addresses in a curl line',
    `curl ${Array.from({ length: many / 20 }, (_, at) => `/api/?data=${at}`).join(' ')}`,
  ],
])('reads megabytes of %s', (_what, text) => {
  expect(detect(text, []).left).toBeGreaterThanOrEqual(0)
})
