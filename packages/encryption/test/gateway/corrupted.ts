// All known ways to corrupt a sealed message.
import { gzipSync } from 'node:zlib'

import type { SealedRequest } from '../../src/codec/messages.ts'
import { canary } from './fixtures.ts'

export const changeAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

/** Corrupted query strings, by the way they are corrupted. */
export function corruptQueries(
  { query }: SealedRequest,
  others: readonly SealedRequest[],
): Readonly<Record<string, string>> {
  const fields = new URLSearchParams(query)
  const data = fields.get('data') ?? ''
  const writeText = (...pairs: readonly (readonly [string, string])[]): string =>
    new URLSearchParams(pairs.map(([...pair]) => pair)).toString()
  const own = ['app_id', 'demo-shop'] as const
  return {
    nothing: '',
    'no data': writeText(own),
    'no merchant': writeText(['data', data]),
    'blank data': writeText(own, ['data', '']),
    'blank merchant': writeText(['app_id', ''], ['data', data]),
    'two merchants': `${query}&app_id=demo-shop`,
    'two data': `${query}&data=${data}`,
    'one more field': `${query}&time=1`,
    'a second question mark': `?${query}`,
    'an unknown merchant': writeText(['app_id', 'demo-other'], ['data', data]),
    'a merchant of endless name': writeText(['app_id', 'd'.repeat(300)], ['data', data]),
    'a merchant whose lookup fails': writeText(['app_id', 'broken'], ['data', data]),
    'a merchant of another party': writeText(['app_id', 'mistaken'], ['data', data]),
    'a first character changed': writeText(own, ['data', changeAt(data, 0)]),
    'a middle character changed': writeText(own, ['data', changeAt(data, Math.floor(data.length / 2))]),
    'a last character changed': writeText(own, ['data', changeAt(data, data.length - 1)]),
    'half of the data': writeText(own, ['data', data.slice(0, data.length / 2)]),
    'data twice in a row': writeText(own, ['data', data + data]),
    'data in plain': writeText(own, ['data', JSON.stringify({ email: canary, time: 1 })]),
    'data with a line break': writeText(own, ['data', `${data}\n`]),
    ...Object.fromEntries(others.map((other, index) => [`data of another key, ${index}`, other.query])),
    'too much data': writeText(own, ['data', 'A'.repeat(128 * 1024 + 1)]),
    'data of three dots': writeText(own, ['data', '...']),
    'data that is no text': `app_id=demo-shop&data=%FF%FE`,
  }
}

/** Corrupted envelopes, by the way they are corrupted. */
export function corruptBodies(
  { body = '' }: SealedRequest,
  others: readonly SealedRequest[],
): Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> {
  const envelope: Readonly<Record<'app_id' | 'sign' | 'data', string>> & { readonly time: number } = JSON.parse(body)
  const foreign = others.map((other) => other.body ?? '')
  const aliens = foreign.map((text): typeof envelope => JSON.parse(text))
  const { sign, data } = envelope
  const writeText = (fields: object): string => JSON.stringify({ ...envelope, ...fields })
  return {
    nothing: '',
    'no JSON': 'symbol=BTC',
    'half a body': body.slice(0, body.length / 2),
    'text behind the body': `${body}{}`,
    'a list': `[${body}]`,
    'no fields': '{}',
    'a field less': writeText({ sign: undefined }),
    'a field more': writeText({ version: 'v1' }),
    'a field twice': body.replace('{', '{"app_id":"demo-shop",'),
    'a prototype': body.replace('{', '{"__proto__":{},'),
    'a time in text that is not its digits': writeText({ time: `0${envelope.time}` }),
    'a time with a fraction': writeText({ time: 1.5 }),
    'blank data': writeText({ data: '' }),
    'a blank signature': writeText({ sign: '' }),
    'data and signature swapped': writeText({ data: sign, sign: data }),
    'data that is a number': writeText({ data: 7 }),
    'an unknown merchant': writeText({ app_id: 'demo-other' }),
    'a merchant whose lookup fails': writeText({ app_id: 'broken' }),
    'a merchant of another party': writeText({ app_id: 'mistaken' }),
    'changed data': writeText({ data: changeAt(data, Math.floor(data.length / 2)) }),
    'a changed signature': writeText({ sign: changeAt(sign, Math.floor(sign.length / 2)) }),
    ...Object.fromEntries(
      aliens.map((alien, index) => [`a signature of another key, ${index}`, writeText({ sign: alien.sign })]),
    ),
    ...Object.fromEntries(foreign.map((text, index) => [`an envelope of another key, ${index}`, text])),
    'a signature too long': writeText({ sign: 'A'.repeat(4 * 1024 + 1) }),
    'too much data': writeText({ data: 'A'.repeat(128 * 1024 + 1) }),
    'content in plain': writeText({ data: JSON.stringify({ symbol: canary }) }),
    'a byte order mark': `\u{FEFF}${body}`,
    'bytes that are no text': new Uint8Array([0xff, 0xfe, 0x00]),
    'compressed bytes': new Uint8Array(gzipSync(body)),
    'very deep content': '['.repeat(200_000),
  }
}
