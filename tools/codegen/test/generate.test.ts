import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { type Schema, resolver } from '../../redocly/document.ts'
import { contract } from '../../redocly/test/fixtures/views/contract.ts'
import { plainView } from '../../redocly/views/plain.ts'
import { openPointsPage } from '../open-points.ts'
import { controlModule } from '../tables/control.ts'
import { callsModule, operationsModule } from '../tables/operations.ts'
import { resourcesModule } from '../tables/resources.ts'
import { conceptsModule, pathsModule, uncheckedModule } from '../types.ts'
import { expression } from '../validators/expression.ts'
import { shapesModule, validatorsModule } from '../validators/modules.ts'

const plain = plainView(contract)
const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))

describe('the whole output for a small contract', () => {
  test.each([
    ['concepts.txt', () => conceptsModule(plain)],
    ['unchecked.txt', () => uncheckedModule(plain)],
    ['paths.txt', () => pathsModule(plain)],
    ['operations.txt', () => operationsModule(contract, plain)],
    ['calls.txt', () => callsModule(contract, plain)],
    ['resources.txt', () => resourcesModule(plain)],
    ['validators.txt', () => validatorsModule(plain)],
    ['shapes.txt', () => shapesModule(plain)],
    ['control.txt', () => controlModule(plain)],
    ['open-points.md', () => openPointsPage(contract)],
  ])('is what %s holds', async (name, text) => {
    await expect(await text()).toMatchFileSnapshot(fixture(name))
  })
})

test('an operation without a name for clients is refused', () => {
  const { 'x-resource': _name, ...nameless } = contract.paths['/api/v2/lookup']?.get ?? {}
  const paths = { '/api/v2/lookup': { get: { ...nameless } } }
  const document: typeof plain = JSON.parse(JSON.stringify({ ...plain, paths }))
  expect(() => resourcesModule(document)).toThrow('lookUp has no x-resource')
})

describe('a predicate', () => {
  const scope = { resolve: resolver(contract), hoist: (text: string) => `(${text})` }
  const fitter = async (schema: Schema): Promise<(value: unknown) => boolean> => {
    const code = `export const fits = (value) => ${expression(schema, 'value', scope)}`
    const { fits } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    return fits
  }

  test('is not made for a keyword that the generator does not know', () => {
    const schema: object = { type: 'string', multipleOf: 2 }
    expect(() => expression(schema, 'value', scope)).toThrow('multipleOf')
  })

  const safe = {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  } as const
  test.each<[string, Schema]>([
    ['maxLength of a text', { type: 'string', maxLength: 8 }],
    ['a minimum of 1', { ...safe, minimum: 1 }],
    ['an integer without bounds', { type: 'integer' }],
    ['an integer with a smaller bound', { ...safe, maximum: 100 }],
    ['a rule beside a reference', { $ref: '#/components/schemas/Decimal', minLength: 1 }],
    ['a rule beside alternatives', { anyOf: [{ type: 'string' }], minLength: 1 }],
    ['not with more than a value', { ...safe, not: { type: 'integer', const: 0 } }],
  ])('is not made for %s, which it would read over', (_name, schema) => {
    expect(() => expression(schema, 'value', scope)).toThrow('cannot check')
  })

  test('quotes what the contract says', async () => {
    const tricky = `it's a \\ "quote"\n && \u2028`
    expect((await fitter({ const: tricky }))(tricky)).toBe(true)
    expect((await fitter({ enum: [tricky, 1] }))(1)).toBe(true)
    expect((await fitter({ const: tricky }))('other')).toBe(false)
  })
})
