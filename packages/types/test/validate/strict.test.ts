// JSON that readers understand differently, and JSON beyond the limits.
import { isDeepStrictEqual } from 'node:util'

import { jsonLimits, parseStrictly } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

const nestLists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const writeList = (entries: number): string => `[${Array.from({ length: entries }, () => '{}').join()}]`
const writeObject = (fields: number): string => `{${Array.from({ length: fields }, (_, at) => `"x${at}":0`).join()}}`

// Long input, so that shortcuts for small inputs do not apply, without and with a fraction.
const fillers = {
  'a small text': '',
  'a large text': `"filler":${writeList(10_000)},`,
  'a text with a fraction': '"filler":[0.5, 1.5e3],',
  'a text with escapes': '"filler":"\\\\u003a \\u00e9 \\" :",',
}

describe.each(Object.entries(fillers))('in %s', (_name, filler) => {
  test.each([
    ['a field twice', '"id":1,"id":2'],
    ['a field twice with one value', '"id":1,"id":1'],
    ['a field twice, once by an escape', '"id":1,"\\u0069d":2'],
    ['a field twice with colons in an escape', '"id":"","id":"\\u003a"'],
    ['a field twice with an object that drops others', '"a":{"id":1,"id":{"b":1}}'],
    ['a field __proto__', '"__proto__":1'],
    ['a field constructor', '"a":[{"constructor":1}]'],
    ['a field prototype by an escape', '"\\u0070rototype":1'],
    ['half of a surrogate pair', '"id":"\\ud83d"'],
    ['the other half', '"id":"\\udcb0"'],
    ['half of a pair in a name', '"\\ud83d":1'],
    ['a backslash in a name', '"\\\\":1'],
    ['-0', '"id":-0'],
    ['-0 with a fraction', '"id":-0.0'],
    ['-0 by its exponent', '"id":-1e-400'],
    ['a number that a double rounds to 1', '"id":0.99999999999999999999'],
    ['a number that a double rounds to 0', '"id":1e-400'],
    ['an exponent that hides a fraction', '"id":40000000000000000001e-4'],
    ['17 levels', `"id":${nestLists(jsonLimits.depth)}`],
    ['too many fields', `"id":${writeObject(jsonLimits.fields + 1)}`],
    ['too many entries', `"id":${writeList(jsonLimits.entries + 1)}`],
    ['a string that is too long', `"id":"${'x'.repeat(jsonLimits.text + 1)}"`],
    ['a comma too many', '"id":1,'],
  ])('%s is rejected', (_what, fields) => {
    expect(parseStrictly(`{${filler}${fields}}`)).toBeUndefined()
    expect(parseStrictly(new TextEncoder().encode(`{${filler}${fields}}`))).toBeUndefined()
  })

  test.each([
    ['strings with colons', '"id":"a:b::","b:c":":"'],
    ['escaped colons', '"id":"\\u003a\\u003A","\\u003a":1'],
    ['what looks like an escaped colon', '"id":"\\\\u003a"'],
    ['a whole pair by escapes', '"id":"\\ud83d\\udcb0"'],
    ['space around everything', ' "id" : [ 1 , 2 ] , "b" : { } '],
    ['an integer with an exponent', '"id":1.7e3,"b":1000.0,"c":0e5,"d":0.0'],
    ['a fraction', '"id":1.5,"b":[-0.5,1e-7]'],
    ['numbers in a string', '"id":"-0, 0.99999999999999999999, "'],
    ['one name in two objects', '"a":{"id":1},"b":{"id":2}'],
    ['16 levels', `"id":${nestLists(jsonLimits.depth - 1)}`],
    ['as many fields as allowed', `"id":${writeObject(jsonLimits.fields)}`],
    ['as many entries as allowed', `"id":${writeList(jsonLimits.entries)}`],
    ['a string as long as allowed', `"id":"${'x'.repeat(jsonLimits.text)}"`],
  ])('%s gives the same value as JSON.parse', (_what, fields) => {
    const text = `{${filler}${fields}}`
    // Vitest compares long lists slowly.
    expect(parseStrictly(text)).toSatisfy((read) => isDeepStrictEqual(read, JSON.parse(text)))
    expect(parseStrictly(new TextEncoder().encode(text))).toSatisfy((read) => isDeepStrictEqual(read, JSON.parse(text)))
  })
})

test.each([
  ['no text', ''],
  ['a byte order mark', '\u{FEFF}{}'],
  ['two values', '{}{}'],
  ['a single fraction that a double rounds', '0.99999999999999999999'],
])('%s is rejected', (_what, text) => {
  expect(parseStrictly(text)).toBeUndefined()
})

test('bytes that are not UTF-8 are rejected', () => {
  expect(parseStrictly(new Uint8Array([0x22, 0xff, 0x22]))).toBeUndefined()
})

test.each(['null', 'true', '7', '"text"', '[]'])('%s is read as a whole value', (text) => {
  expect(parseStrictly(text)).toEqual(JSON.parse(text))
})
