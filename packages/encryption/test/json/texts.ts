// Values and nearly valid JSON for tests of the strict reader and writer.
import fc from 'fast-check'

import { JsonNumber } from '../../src/json/number.ts'
import { isJsonObject, type JsonValue } from '../../src/json/reader.ts'

const forbidden: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype'])
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '/', '\n', '\0', '\u007f', '\u2028', 'é', '日', '💰') }),
)
const name = text.filter((some) => !forbidden.has(some))
const integerText = fc.maxSafeInteger().filter((some) => !Object.is(some, -0))

/** Plain values that the writer accepts, with up to five levels. */
export const plainValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    text,
    integerText,
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
})).value

const marks = String.raw`{ } [ ] , : " \ - + . e E 0 1 9 ' /* // \u12 -0 01 1. 1.5e-7 true false null NaN undefined`
const parts = String.raw`"a" "b" "a": "\u0061": {"a":1 "__proto__": "\ud800" "\ud83d\udcb0" "a":[1] "b":2, [[[[[[`
const oddities = [' ', '\n', '\t', '\u00a0', '\f', '\0', '\ud800', '\u{FEFF}']
const piece = fc.constantFrom(...marks.split(' '), ...parts.split(' '), ...oddities)

// JSON by its grammar, with duplicate names, names that reach a prototype, and lone surrogates.
const riskyName = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"c"', '"d"', '"constructor"', '"\\u005f_proto__"')
const riskyJson = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    riskyName,
    fc.constantFrom('1', '-0', '1e400', '"\\ud83d"'),
    tie('object'),
    tie('list'),
  ),
  object: fc
    .array(fc.tuple(riskyName, tie('value')), { maxLength: 3 })
    .map((fields) => `{${fields.map((field) => field.join(':')).join()}}`),
  list: fc.array(tie('value'), { maxLength: 3 }).map((entries) => `[${entries.join()}]`),
})).value

/**
 * JSON, and strings that are nearly JSON. Leaves out names with a backslash, because the oracle is wrong about them
 * (nodejs/node#63785, open): V8 compares names before it reads their escapes, so that after `{"x":1,"\\":2}` it takes the
 * second name of `{"x":1,"\n":2}` for a backslash too.
 */
export const nearJson: fc.Arbitrary<string> = fc
  .oneof(
    riskyJson,
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc
      .tuple(plainValue, fc.array(fc.tuple(fc.nat(200), fc.nat(2), piece), { maxLength: 3 }))
      .map(([value, edits]) => edits.reduce(editText, JSON.stringify(value))),
  )
  .filter((json) => !/\\(?:\\|u005c)[^]*:/i.test(json))

const editText = (json: string, [at, cut, put]: readonly [number, number, string]): string => {
  const start = at % (json.length + 1)
  return json.slice(0, start) + put + json.slice(start + cut)
}

/** Converts a value of the strict reader to that of `JSON.parse`. */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.lexeme)
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([field, content]) => [field, toPlain(content)]))
  return Array.isArray(value) ? value.map((entry: JsonValue) => toPlain(entry)) : value
}

/** Tells from its tokens whether the strict reader rejects JSON that `JSON.parse` accepts. */
export function isRejectedOnPurpose(json: string): boolean {
  const open: Set<unknown>[] = []
  return listTokens(json).some((token) => {
    if (token === '{' || token === '[') return open.push(new Set()) > 16
    if (token === '}' || token === ']') return !open.pop()
    const spelled: unknown = JSON.parse(token.replace(/\s*:$/, ''))
    if (/\p{Surrogate}/u.test(String(spelled))) return true
    return token.endsWith(':') && isTaken(spelled, open.at(-1))
  })
}

const listTokens = (json: string): readonly string[] => json.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g) ?? []

const isTaken = (spelled: unknown, names: Set<unknown> = new Set()): boolean =>
  forbidden.has(spelled) || names.size === names.add(spelled).size
