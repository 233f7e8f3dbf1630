// The patterns of the contract take linear time, and accept the same strings as their readable forms.
import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, test } from 'vitest'

const document: unknown = JSON.parse(readFileSync(new URL('../openapi/plain.json', import.meta.url), 'utf8'))

/** Values of a name anywhere in the document. */
function listValues(name: string, node: unknown): readonly unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [...(key === name ? [value] : []), ...listValues(name, value)])
}

const patterns = [...new Set(listValues('pattern', document))].map((pattern) => String(pattern))

const findPattern = (part: string): RegExp => {
  const found = patterns.filter((each) => each.includes(part))
  expect(found).toHaveLength(1)
  return new RegExp(found[0] ?? '')
}

test.each([
  [
    'decimals',
    '-([1-9][0-9]{0,35}',
    /^((0|[1-9][0-9]{0,35})|(0|[1-9][0-9]*)\.[0-9]+|-([1-9][0-9]{0,35}|0\.[0-9]*[1-9][0-9]*|[1-9][0-9]*\.[0-9]+))$/,
    ['-', '0', '.', '1', '9', 'e'],
  ],
  [
    'path segments',
    '_.~-',
    /^[A-Za-z0-9_.~-]*[A-Za-z0-9_~-][A-Za-z0-9_.~-]*$/,
    ['.', 'a', 'Z', '0', '~', '-', '_', '/'],
  ],
])('the pattern of %s accepts what its readable form accepts', (_name, part, readable, units) => {
  const pattern = findPattern(part)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...units), { maxLength: 8 }), (parts) => {
      expect(pattern.test(parts.join(''))).toBe(readable.test(parts.join('')))
    }),
    { numRuns: 3000 },
  )
})

const many = 5_000_000

test.each([
  ['zeros', `-0.${'0'.repeat(many)}x`],
  ['digits', `-0.${'01'.repeat(many / 2)}x`],
  ['letters', `${'a'.repeat(many)}/`],
  ['full stops', `${'.'.repeat(many)}/`],
])('every pattern checks megabytes of %s', (_name, text) => {
  for (const pattern of patterns) expect(new RegExp(pattern).test(text)).toBeTypeOf('boolean')
})
