// Protected headers that an attacker may write.
type Header = Readonly<Record<string, unknown>>

const jwk = { kty: 'RSA', n: 'AQAB', e: 'AQAB' }

// Invalid values of header fields; `undefined` omits the field.
const changedFields: readonly Header[] = [
  ...['none', 'RS256', 'PS384', 'HS256', 'RSA1_5', 'RSA-OAEP', 'dir', 'A256KW', 'ps256'].map((alg) => ({
    alg,
  })),
  ...['A128GCM', 'A256CBC-HS512', 'A256GCM ', 'none'].map((enc) => ({ enc })),
  ...['', 'other', undefined, 7].map((kid) => ({ kid })),
  ...[[], ['ctx', 'b64'], ['b64'], 'ctx', undefined, ['ctx', 'ctx']].map((crit) => ({ crit })),
  { zip: 'DEF' },
  { jku: 'https://keys.example/keys' },
  { jwk },
  { x5u: 'https://keys.example/chain' },
  { x5c: ['AAAA'] },
  { b64: false },
  { typ: 'JWT' },
  { ctx: undefined },
  { ctx: {} },
]

const contexts: readonly Header[] = [
  { v: 2 },
  { v: '1' },
  { d: 'answer' },
  { d: 'request' },
  { aud: 'merchant' },
  { aud: 'nobody' },
  { app: 'demo-other' },
  { p: '/api/v1/withdraw/cancel' },
  { t: '1767225600001' },
  { t: 1_767_225_600_000 },
  { h: 'AAAA' },
  { h: undefined },
  { c: '7' },
  { m: 'AAAA' },
  { rq: 'AAAA' },
  { more: 'x' },
]

const putInContext = (header: Header, context: Header): string =>
  JSON.stringify({ ...header, ctx: { ...Object(header['ctx']), ...context } })

// The same header in other bytes, and lookalikes.
const texts: readonly ((header: Header) => string)[] = [
  (header) => JSON.stringify(header, undefined, 1),
  (header) => ` ${JSON.stringify(header)}`,
  (header) => JSON.stringify(Object.fromEntries(Object.entries(header).toReversed())),
  (header) => JSON.stringify(header).replace('"alg"', String.raw`"\u0061lg"`),
  (header) => JSON.stringify(header).replace('{', '{"alg":"none",'),
  (header) => JSON.stringify(header).replace('{', '{"__proto__":{},'),
  (header) => `${JSON.stringify(header)}{}`,
  (header) => `\u{FEFF}${JSON.stringify(header)}`,
  (header) => `[${JSON.stringify(header)}]`,
  () => '{}',
  () => '',
]

/** Ways to change a header; each returns JSON. */
export const headerChanges: readonly ((header: Header) => string)[] = [
  ...changedFields.map((change) => (header: Header) => JSON.stringify({ ...header, ...change })),
  ...contexts.map((change) => (header: Header) => putInContext(header, change)),
  ...texts,
]
