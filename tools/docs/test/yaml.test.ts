import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { yamlOf } from '../output/yaml.ts'

test.each([
  ['0.1234567890123456789'],
  ['yes'],
  ['null'],
  ['a: b'],
  ['a #b'],
  ['- a'],
  ['  led by blanks\nand more'],
  ['ends with a break\n'],
  ['two\n\nparagraphs\n  deeper'],
  ['a\tb\nc\u0000'],
  ['{a}, [b]'],
  ["it's"],
  [''],
  ['a,b, c,'],
  ['key? value!'],
])('%j stays that text', (text) => {
  const value = { text, list: [text, { text }], [text]: [[text], [], {}] }
  expect(parse(yamlOf(value))).toEqual(value)
})

test('numbers, truths and nothing keep their kind', () => {
  const value = { a: [1, -0.5, 1e21, true, false, null], b: {}, c: [[1, [2]], [{ d: 3, e: [4] }]] }
  expect(parse(yamlOf(value))).toEqual(value)
})
