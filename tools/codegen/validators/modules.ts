import { type Document, type Schema, getReferenceName, listOperations, createResolver } from '../../redocly/document.ts'
import { formatResponseName, formatParametersName } from '../operations.ts'
import { formatLiteral } from '../tables/facts.ts'
import { type Scope, getExactFormat, createExpression, isCompound, findNeededBranches } from './expression.ts'

const imports = `import { isAmount, isDecimal } from '../decimal.ts'
import { hasNothing, hasOnly, isExact, isListOf, isObject, isSafe, isUnsignedInteger } from '../checks.ts'
`

/** One predicate for every named record, parameter set and response, and tables of them by operation. */
export function createValidatorsModule(plain: Document): string {
  const { scope, formatConstants } = createScope(plain)
  const compound = Object.entries(plain.components.schemas).filter(([, schema]) => isCompound(schema, scope))
  const predicates = compound.map(([name, schema]) => createPredicate(name, schema, scope))
  const types = compound.map(([name]) => name).join(', ')
  return [
    `import type { Responses, NoParameters, Parameters, ${types} } from './concepts.ts'\n${imports}`,
    ...formatConstants(),
    ...predicates,
    noParameters,
    createTable('parameters', 'Parameters', plain, formatParametersName),
    createTable('responses', 'Responses', plain, formatResponseName),
  ].join('\n')
}

function createPredicate(name: string, schema: Schema, scope: Scope): string {
  const checks = [createExpression(schema, 'value', scope), ...(isRequest(schema) ? ['isExact(value)'] : [])]
  return `/** Tells whether a value is ${formatArticle(name)}. */
export function is${name}(value: unknown): value is ${name} {
  return (
    ${checks.join(' &&\n    ')}
  )
}
`
}

// Requests are closed objects; their values must arrive unchanged.
const isRequest = ({ anyOf, additionalProperties }: Schema): boolean =>
  anyOf ? anyOf.some(isRequest) : additionalProperties === false

const noParameters = `/** Tells whether a value is an object without fields. */
export function isNoParameters(value: unknown): value is NoParameters {
  return isObject(value) && hasNothing(value)
}
`

const formatArticle = (name: string): string => `${/^(?:[AEIO]|Mpc|Un)/.test(name) ? 'an' : 'a'} {@link ${name}}`

function createTable(name: string, type: string, plain: Document, nameOf: typeof formatResponseName): string {
  const rows = listOperations(plain).map(({ operation }) => `  ${operation.operationId}: is${nameOf(operation)},`)
  return `/** Predicates for the ${name} of every operation, by its id. */
export const ${name}: { readonly [Id in keyof ${type}]: (value: unknown) => value is ${type}[Id] } = {
${rows.join('\n')}
}
`
}

function createScope(plain: Document) {
  const names = new Map<string, string>()
  const hoist = (text: string): string => {
    if (/^\w+$/.test(text)) return text
    const name = names.get(text) ?? `shared${names.size + 1}`
    names.set(text, name)
    return name
  }
  const scope: Scope = { resolve: createResolver(plain), hoist }
  // Constants come first; the predicates that they refer to are hoisted.
  const formatConstants = () => [...names].map(([text, name]) => `const ${name} = ${markPure(text)}\n`)
  return { scope, formatConstants }
}

// Bundlers remove an unused constructor call only if it is marked as pure.
const markPure = (text: string): string => (text.startsWith('new ') ? `/* @__PURE__ */ ${text}` : text)

const shapeType = `/** A schema of the plain view as data. */
export interface Shape {
  readonly ref?: ShapeName
  readonly title?: string
  readonly type?: 'string' | 'integer' | 'boolean' | 'object' | 'array'
  readonly format?: string
  readonly pattern?: string
  readonly const?: string | number | boolean
  readonly enum?: readonly (string | number)[]
  readonly not?: Shape
  readonly anyOf?: readonly Shape[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}
`

/** The schemas without texts, for `explain`, which runs after a predicate returned false. */
export function createShapesModule(plain: Document): string {
  const named = Object.entries(plain.components.schemas).map(([name, schema]) => [name, createShape(schema)] as const)
  const shapes = [...named, ['NoParameters', noParametersShape] as const]
  const names = shapes.map(([name]) => `'${name}'`).join(' | ')
  return `${shapeType}
/** Name of a schema of the plain view. */
export type ShapeName = ${names}

/** Schemas of the plain view, by name. */
export const shapes: Readonly<Record<ShapeName, Shape>> = ${formatLiteral(Object.fromEntries(shapes))}
`
}

// The token call has no parameters and no schema.
const noParametersShape = { title: 'No parameters', type: 'object', additionalProperties: false }

/** A schema without texts. */
export function createShape(schema: Schema): object {
  const { $ref, description: _words, examples: _samples, format: _format, maximum: _most, ...rules } = schema
  const { anyOf, items, minimum, not, properties, ...rest } = rules
  if ($ref) return { ref: getReferenceName($ref) }
  if (getExactFormat(schema)) {
    const { title, type, maxLength } = schema
    return { title, type, format: schema['x-format'], maxLength }
  }
  const [only, ...others] = findNeededBranches(anyOf ?? [])
  if (only && others.length === 0) return createShape({ ...rest, ...only })
  const plainRules = Object.entries(rest).filter(([key]) => !key.startsWith('x-'))
  return {
    ...Object.fromEntries(plainRules),
    // Integers are safe anyway.
    ...(minimum === 0 && { minimum }),
    ...(anyOf && { anyOf: anyOf.map(createShape) }),
    ...(items && { items: createShape(items) }),
    ...(not && { not: createShape(not) }),
    ...(properties && { properties: mapValues(properties, createShape) }),
  }
}

const mapValues = <T, R>(values: Readonly<Record<string, T>>, change: (value: T) => R): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
