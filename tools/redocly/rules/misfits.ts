// Where a value does not fit a schema, for the keywords of JSON Schema that document.ts lists. Redocly's own validator
// is out of reach of a plugin.
import type { Schema } from '../document.ts'
import type { Draft, RuleContext } from '../model.ts'
import { expressionOf } from './pattern.ts'
import { branchesOf, followSchema, type FoundSchema, propertiesOf } from './places.ts'

/** What the part of a value at a path would have to do. */
export interface Misfit {
  readonly path: readonly (string | number)[]
  readonly must: string
}
type Path = Misfit['path']

export function misfits(
  value: unknown,
  found: FoundSchema | undefined,
  path: Path,
  context: RuleContext,
): readonly Misfit[] {
  if (!found) return []
  const own = checks.flatMap((check) => [...check(found.node, value)]).map((must) => ({ path, must }))
  return [...own, ...parts.flatMap((part) => part(value, found, path, context))]
}

const checks: readonly ((schema: Draft<Schema>, value: unknown) => Iterable<string>)[] = [
  checkValue,
  checkText,
  checkNumber,
  checkList,
  checkObject,
]

const kinds: Record<NonNullable<Schema['type']>, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: Array.isArray,
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const written = (value: unknown): string => JSON.stringify(value)

function* checkValue({ type, const: only, enum: values }: Draft<Schema>, value: unknown): Generator<string> {
  if (type && !kinds[type](value)) yield `be of the type ${type}`
  if (only !== undefined && written(only) !== written(value)) yield `be ${written(only)}`
  if (values && !values.map(written).includes(written(value))) yield `be one of ${written(values)}`
}

function* checkText({ minLength = 0, maxLength, pattern }: Draft<Schema>, value: unknown): Generator<string> {
  if (typeof value !== 'string') return
  if (value.length < minLength) yield `have at least ${minLength} characters`
  if (maxLength !== undefined && value.length > maxLength) yield `have at most ${maxLength} characters`
  // Another rule speaks of a pattern that is broken.
  if (pattern && expressionOf(pattern)?.test(value) === false) yield `match ${pattern}`
}

function* checkNumber({ minimum, maximum }: Draft<Schema>, value: unknown): Generator<string> {
  if (typeof value !== 'number') return
  if (minimum !== undefined && value < minimum) yield `be at least ${minimum}`
  if (maximum !== undefined && value > maximum) yield `be at most ${maximum}`
}

function* checkList({ minItems = 0, maxItems }: Draft<Schema>, value: unknown): Generator<string> {
  if (!Array.isArray(value)) return
  if (value.length < minItems) yield `have ${minItems} items or more`
  if (maxItems !== undefined && value.length > maxItems) yield `have at most ${maxItems} items`
}

function* checkObject(schema: Draft<Schema>, value: unknown): Generator<string> {
  const { properties = {}, required = [], additionalProperties } = schema
  if (!isObject(value)) return
  for (const name of required) if (!(name in value)) yield `have the member ${name}`
  for (const name of Object.keys(value))
    if (additionalProperties === false && !(name in properties)) yield `have no member ${name}`
}

type Part = (value: unknown, found: FoundSchema, path: Path, context: RuleContext) => readonly Misfit[]
const parts: readonly Part[] = [inMembers, inItems, inAlternatives, inOpposite]

function inMembers(value: unknown, found: FoundSchema, path: Path, context: RuleContext): readonly Misfit[] {
  if (!isObject(value)) return []
  return propertiesOf(found, context)
    .filter(({ name }) => name in value)
    .flatMap(({ name, schema }) => misfits(value[name], schema, [...path, name], context))
}

function inItems(value: unknown, found: FoundSchema, path: Path, context: RuleContext): readonly Misfit[] {
  const items = followSchema(found.node.items, found.location.child('items'), context)
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, index) => misfits(item, items, [...path, index], context))
}

// Of several alternatives the nearest one says what is wrong.
function inAlternatives(
  value: unknown,
  found: FoundSchema,
  path: Path,
  context: RuleContext,
): readonly Misfit[] {
  if (!found.node.anyOf) return []
  const attempts = branchesOf(found, context).map((branch) => misfits(value, branch, path, context))
  return attempts.toSorted((a, b) => a.length - b.length)[0] ?? []
}

function inOpposite(value: unknown, found: FoundSchema, path: Path, context: RuleContext): readonly Misfit[] {
  const opposite = followSchema(found.node.not, found.location.child('not'), context)
  if (!opposite || misfits(value, opposite, path, context).length > 0) return []
  return [{ path, must: `not be ${written(value)}` }]
}
