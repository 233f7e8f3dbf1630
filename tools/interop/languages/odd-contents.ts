// Contents on which JSON parsers disagree, each with the verdict that every codec has to reach.

/** A content of a message. */
export interface OddContent {
  readonly name: string
  readonly content: string | Uint8Array
  /** Whether a codec returns it: as the content of a request, and of a response. */
  readonly isOpened: { readonly request: boolean; readonly response: boolean }
}

/** What contents without fields or entries begin with. */
export const bare = /^(?:["\dtn]|\s*$)/

const both = { request: true, response: true }
const never = { request: false, response: false }

const nestText = (levels: number, inner: string): string => '['.repeat(levels) + inner + ']'.repeat(levels)

/** Values of a field. */
const values = {
  isOpened: {
    'an integer beyond 2^53': '9007199254740993',
    'an integer beyond 2^64': '18446744073709551617',
    'a negative integer beyond 2^64': '-18446744073709551617',
    'an integer of 5000 digits': '9'.repeat(5000),
    'a fraction of 50 digits': `0.${'1'.repeat(50)}`,
    'a number that no double holds': '1e400',
    'a number that a double takes for 0': '1e-400',
    'an exponent of 20 digits': '1e99999999999999999999',
    'an exponent with a plus and a capital': '1E+2',
    'negative zero': '-0',
    'a surrogate pair as escapes': String.raw`"\ud83d\ude00"`,
    'an escaped backslash before the digits of a surrogate': String.raw`"\\ud800"`,
    'NUL as an escape': String.raw`"\u0000"`,
    'a noncharacter': '"\u{FFFF}"',
    'the replacement character': '"\u{FFFD}"',
    'the replacement character as an escape': String.raw`"\ufffd"`,
    'a line separator': '"\u2028"',
    DEL: '"\u007F"',
    'an escaped slash': String.raw`"\/"`,
    true: 'true',
    null: 'null',
    'an empty list': '[]',
    'an empty object': '{}',
    'an empty name': '{"":1}',
    'names that differ in case': '{"data":1,"Data":2,"DATA":3}',
    'names that differ in their dots': '{"i":1,"I":2,"\u0130":3,"\u0131":4}',
    'names that look like numbers': '{"1":1,"01":2,"1.0":3}',
    'one letter in two forms': '{"\u00E9":1,"e\u0301":2}',
    'a name with NUL': String.raw`{"\u0000a":1}`,
    'one name on two levels': '{"a":{"a":1}}',
    '16 levels': nestText(15, '1'),
    '16 levels, the last one empty': nestText(15, ''),
  },
  rejected: {
    'a lone high surrogate': String.raw`"\ud800"`,
    'a lone low surrogate': String.raw`"a\udc00"`,
    'surrogates in the wrong order': String.raw`"\ude00\ud83d"`,
    'two high surrogates': String.raw`"\ud83d\ud83d"`,
    'a surrogate before an escaped backslash': String.raw`"\ud83d\\ude00"`,
    'a lone surrogate in a name': String.raw`{"\uD800":1}`,
    'a lone surrogate in a list': String.raw`[[{"a":["\udbff"]}]]`,
    'a name twice': '{"a":1,"a":2}',
    'a name twice, with other fields between': '{"a":1,"b":{"a":2},"a":1}',
    'a name twice, once as an escape': String.raw`{"a":1,"\u0061":2}`,
    'a name twice, once with a capital escape': String.raw`{"k":1,"\u006B":2}`,
    'an empty name twice': '{"":1,"":2}',
    'the name __proto__': '{"__proto__":{}}',
    'the name constructor': '{"constructor":1}',
    'the name prototype, as an escape': String.raw`{"prototyp\u0065":1}`,
    '17 levels': nestText(16, '1'),
    '17 levels, the last one empty': nestText(16, ''),
    '17 levels of objects': `${'{"a":'.repeat(16)}1${'}'.repeat(16)}`,
    '500 levels': nestText(499, '1'),
    '5000 levels': nestText(4999, ''),
    NUL: '"\u0000"',
    'a tab in a string': '"\t"',
    'a line break in a string': '"\n"',
    'an unknown escape': String.raw`"\x41"`,
    'an escape that is cut short': String.raw`"\u12"`,
    'an escape of digits that are not ASCII': '"\\u\uFF10041"',
    'single quotes': `'a'`,
    'an open string': '"a',
    'a leading zero': '01',
    'a plus': '+1',
    'a fraction without digits': '1.',
    'a fraction without an integer': '.5',
    'a hexadecimal number': '0x10',
    'a number with a separator': '1_000',
    'digits that are not ASCII': '\u0661',
    NaN: 'NaN',
    Infinity: '-Infinity',
    True: 'True',
    undefined: 'undefined',
    'a comma at the end of a list': '[1,]',
    'a comma at the end of an object': '{"a":1,}',
    'a name without quotes': '{a:1}',
    'a comment': '1/**/',
    'a no-break space': '\u00A01',
    nothing: '',
  },
} as const

const content = '{"symbol":"BTC"}'
const createBytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))))
const wrapBytes = (...odd: readonly number[]): Uint8Array => createBytes('{"x":"', ...odd, '"}')

/** Whole contents. */
const wholes: readonly OddContent[] = [
  ...createContents(both, {
    'an object without fields': '{}',
    'white space around the fields': ' \t\r\n{ "symbol" :\n"BTC" }\r\n',
  }),
  ...createContents(
    { request: false, response: true },
    { 'an empty list': '[]', 'a list of objects': `[${content}]`, 'a list of lists': '[[1]]' },
  ),
  ...createContents(never, {
    'a bare string': '"BTC"',
    'a bare string with an object in it': '"{}"',
    'a bare number': '1',
    'a bare true': 'true',
    'a bare null': 'null',
    'white space alone': ' ',
    'text after it': `${content} {}`,
    'a bracket after it': `${content}]`,
    'NUL after it': `${content}\u0000`,
    'a form feed before it': `\f${content}`,
    'a byte order mark': `\u{FEFF}${content}`,
    'UTF-16': Buffer.from(content, 'utf16le'),
    'a byte that is not UTF-8': wrapBytes(0xff),
    'an overlong slash': wrapBytes(0xc0, 0xaf),
    'the bytes of a surrogate': wrapBytes(0xed, 0xa0, 0x80),
    'a character that is cut short': wrapBytes(0xe2, 0x82),
    'a character beyond Unicode': wrapBytes(0xf4, 0x90, 0x80, 0x80),
  }),
]

function createContents(
  opens: OddContent['isOpened'],
  contents: Readonly<Record<string, OddContent['content']>>,
): readonly OddContent[] {
  return Object.entries(contents).map(([name, odd]) => ({ name, content: odd, isOpened: opens }))
}

const toFields = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `{"symbol":"BTC","x":${value}}`]))

export const oddContents: readonly OddContent[] = [
  ...createContents(both, toFields(values.isOpened)),
  ...createContents(never, toFields(values.rejected)),
  ...wholes,
]

/** A change of an outer JSON, whose sealed texts stay genuine. */
export interface OddFrame {
  readonly name: string
  readonly change: (body: string) => string
  readonly isOpened: boolean
}

const createReplacement =
  (pattern: RegExp, by: string) =>
  (body: string): string =>
    body.replace(pattern, by)

const anyFrame: readonly OddFrame[] = [
  { name: 'white space', change: (body) => ` ${body.replaceAll(',"', '\n,\t"')}\r\n`, isOpened: true },
  { name: 'text after it', change: (body) => `${body}{}`, isOpened: false },
  { name: 'NUL after it', change: (body) => `${body}\u0000`, isOpened: false },
  { name: 'a byte order mark', change: (body) => `\u{FEFF}${body}`, isOpened: false },
  { name: 'a list around it', change: (body) => `[${body}]`, isOpened: false },
  { name: 'a field more', change: createReplacement(/\}$/, ',"x":1}'), isOpened: false },
  { name: 'a name in capitals', change: createReplacement(/"data"/, '"Data"'), isOpened: false },
  { name: 'a name twice', change: createReplacement(/^\{/, '{"sign":"",'), isOpened: false },
  { name: 'a name in two cases', change: createReplacement(/^\{/, '{"Sign":"",'), isOpened: false },
  {
    name: 'a name as an escape',
    change: createReplacement(/"data"/, String.raw`"d\u0061ta"`),
    isOpened: true,
  },
  { name: 'null as data', change: createReplacement(/"data":"[^"]*"/, '"data":null'), isOpened: false },
  { name: 'a list as data', change: createReplacement(/"data":("[^"]*")/, '"data":[$1]'), isOpened: false },
]

const times: Readonly<Record<string, string>> = {
  'a fraction': '1767225600000.0',
  'an exponent': '1.7672256e12',
  'a negative number': '-1767225600000',
  '17 digits': '17672256000000000',
  '20 digits': '17672256000000000000',
  'negative zero': '-0',
  null: 'null',
  'a list': '[1767225600000]',
}

export const oddRequestFrames: readonly OddFrame[] = [
  ...anyFrame,
  ...Object.entries(times).map(([name, time]) => ({
    name: `${name} as the time`,
    change: createReplacement(/"time":\d+/, `"time":${time}`),
    isOpened: false,
  })),
]

const codes: Readonly<Record<string, string>> = {
  'a fraction': '0.0',
  'an exponent': '0e0',
  'negative zero': '-0',
  '16 digits': '1000000000000000',
  '17 digits': '10000000000000000',
  '20 digits': '10000000000000000000',
  true: 'true',
  null: 'null',
}

export const oddResponseFrames: readonly OddFrame[] = [
  ...anyFrame,
  ...Object.entries(codes).map(([name, code]) => ({
    name: `${name} as the code`,
    change: createReplacement(/"code":0/, `"code":${code}`),
    isOpened: false,
  })),
  {
    name: 'a lone surrogate in the message',
    change: createReplacement(/"msg":"/, String.raw`"msg":"\ud800`),
    isOpened: false,
  },
]

/** Times in the content of a query, of which the header of modern says the digits. */
export const oddTimes: readonly {
  readonly name: string
  readonly time: string
  readonly isOpened: boolean
}[] = [
  { name: '0', time: '0', isOpened: true },
  { name: '16 digits', time: '9007199254740993', isOpened: true },
  ...['17672256000000000', '17672256000000000000', '-1767225600000', '1767225600000.0', '1e12', 'null'].map((time) => ({
    name: time,
    time,
    isOpened: false,
  })),
]
