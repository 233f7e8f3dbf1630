import { describe, expect, test } from 'vitest'

import { type Schema, createResolver } from '../../redocly/document.ts'
import { createExpression } from '../validators/expression.ts'

describe('a predicate', () => {
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0', description: 'One schema.' },
    paths: {},
    components: { schemas: { Decimal: { type: 'string', 'x-format': 'decimal' } } },
  } as const
  const scope = { resolve: createResolver(contract), hoist: (text: string) => `(${text})` }
  const createPredicate = async (schema: Schema): Promise<(value: unknown) => boolean> => {
    const code = `export const fits = (value) => ${createExpression(schema, 'value', scope)}`
    const { fits } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    return fits
  }

  test('is rejected for a keyword that the generator does not know', () => {
    const schema: object = { type: 'string', multipleOf: 2 }
    expect(() => createExpression(schema, 'value', scope)).toThrow('multipleOf')
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
    expect(() => createExpression(schema, 'value', scope)).toThrow('cannot check')
  })

  test('quotes strings of the contract', async () => {
    const tricky = `it's a \\ "quote"\n && \u2028`
    expect((await createPredicate({ const: tricky }))(tricky)).toBe(true)
    expect((await createPredicate({ enum: [tricky, 1] }))(1)).toBe(true)
    expect((await createPredicate({ const: tricky }))('other')).toBe(false)
  })
})
