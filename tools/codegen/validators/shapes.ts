import { type Document, nameOf, type Schema } from '../../redocly/document.ts'
import { literal } from '../tables/literal.ts'
import { exactOf, neededBranches } from './expression.ts'

/** The schemas themselves, without words for people: what the explainer walks after a predicate has said no. */
export function shapesModule(plain: Document): string {
  const named = Object.entries(plain.components.schemas).map(
    ([name, schema]) => [name, shapeOf(schema)] as const,
  )
  const shapes = [...named, ['NoParameters', noParameters] as const]
  const names = shapes.map(([name]) => `'${name}'`).join(' | ')
  return `import type { Shape } from '../validate/shape.ts'

/** Name of a schema of the plain view. */
export type ShapeName = ${names}

/** Schemas of the plain view, by name. */
export const shapes: Readonly<Record<ShapeName, Shape>> = ${literal(Object.fromEntries(shapes))}
`
}

// The token call takes none; it has no schema in the document.
const noParameters = { title: 'No parameters', type: 'object', additionalProperties: false }

function shapeOf(schema: Schema): object {
  const { $ref, description: _words, examples: _samples, format: _format, maximum: _most, ...rules } = schema
  const { anyOf, items, minimum, not, properties, ...rest } = rules
  if ($ref) return { ref: nameOf($ref) }
  if (exactOf(schema)) {
    const { title, type, maxLength } = schema
    return { title, type, format: schema['x-format'], maxLength }
  }
  const [only, ...others] = neededBranches(anyOf ?? [])
  if (only && others.length === 0) return shapeOf({ ...rest, ...only })
  const plainRules = Object.entries(rest).filter(([key]) => !key.startsWith('x-'))
  return {
    ...Object.fromEntries(plainRules),
    // Integers are safe anyway.
    ...(minimum === 0 && { minimum }),
    ...(anyOf && { anyOf: anyOf.map(shapeOf) }),
    ...(items && { items: shapeOf(items) }),
    ...(not && { not: shapeOf(not) }),
    ...(properties && { properties: mapValues(properties, shapeOf) }),
  }
}

const mapValues = <T, R>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
