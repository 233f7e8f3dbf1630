import { expect, test } from 'vitest'

import { detect } from '../../src/detect/index.ts'
import { listKeys, getPairs, sealBlocks } from '../support/envelopes.ts'
import { longText } from '../support/grid.ts'

const pairs = getPairs(2048)

const findHints = (content: string, fields: object = {}, chunk = 245): readonly string[] => {
  const data = sealBlocks(content, 'PKCS#1 type 1', chunk, pairs).toString('base64')
  return detect(JSON.stringify({ ...fields, data }), listKeys(pairs)).findings.flatMap(({ hints }) => hints)
}

test.each([
  ['the order of fields', '{"b":1,"a":2}', 'order of fields: b, a'],
  [
    'sorted fields',
    '{"a":1,"b":2}',
    'order of fields: a, b (sorted by name, as Go maps and Java tree maps write them)',
  ],
  ['a time in seconds', '{"time":1782000000}', 'time of the content is in seconds'],
  ['a time in milliseconds', '{"time":1782000000123}', 'time of the content is in milliseconds'],
  [
    'whole seconds in milliseconds',
    '{"time":1782000000000}',
    'time of the content is in milliseconds, but whole seconds',
  ],
  ['a time as a string', '{"time":"1782000000123"}', 'time of the content is a string, not a number'],
  ['the spelling of charset', '{"charset":"UTF-8"}', 'charset is written UTF-8'],
  ['numbers as strings', '{"uid":"12"}', 'integers as strings: uid'],
  ['spaces in JSON', '{"a": 1, "b": 2}', 'JSON has spaces after colons and commas, as Python writes it'],
  ['lines in JSON', '{\n "a":1}', 'JSON has line breaks'],
  ['escaped slashes', String.raw`{"a":"x\/y"}`, String.raw`slashes are escaped (\/), as PHP writes them`],
  ['escaped signs', String.raw`{"a":"\u003c"}`, String.raw`<, > or & are escaped (\u003c), as Go writes them`],
  ['escaped letters', String.raw`{"a":"\u00e9"}`, String.raw`letters are escaped (\uXXXX)`],
  ['the type of code', '{"code":"0","msg":"","data":{}}', 'code is a string'],
])('shows %s', (_name, content, hint) => {
  expect(findHints(content)).toContain(hint)
})

test('shows the block size', () => {
  expect(findHints(longText, {}, 234)).toContain('3 blocks of 234 bytes')
  expect(findHints(longText, {}, 245)).toContain('3 blocks of 245 bytes, the maximum')
})

test('shows the unit of the time in the envelope', () => {
  expect(findHints('{"a":1}', { time: 1782000000 })).toContain('time of the envelope is in seconds')
})

test('never repeats a value of the content', () => {
  const canary = 'canary-7f3a'
  expect(findHints(`{"time":"${canary}","charset":"${canary} x","b":"${canary}"}`).join()).not.toContain(canary)
})
