import { type Document, type Schema, nameOf, operationsOf, resolver } from '../../redocly/document.ts'
import { answerName, parametersName } from '../operations.ts'
import { literal } from '../tables/facts.ts'
import { type Scope, exactOf, expression, isCompound, neededBranches } from './expression.ts'

const imports = `import { isAmount, isDecimal } from '../decimal.ts'
import { hasNothing, hasOnly, isExact, isListOf, isObject, isSafe, isWhole } from '../validate/checks.ts'
`

/** One predicate for every named record, parameter set and answer, and tables of them by operation. */
export function validatorsModule(plain: Document): string {
  const { scope, constants } = scopeOf(plain)
  const compound = Object.entries(plain.components.schemas).filter(([, schema]) => isCompound(schema, scope))
  const predicates = compound.map(([name, schema]) => predicate(name, schema, scope))
  const types = compound.map(([name]) => name).join(', ')
  return [
    `import type { Answers, NoParameters, Parameters, ${types} } from './concepts.ts'\n${imports}`,
    ...constants(),
    ...predicates,
    noParameters,
    table('parameters', 'Parameters', plain, parametersName),
    table('answers', 'Answers', plain, answerName),
  ].join('\n')
}

function predicate(name: string, schema: Schema, scope: Scope): string {
  const checks = [expression(schema, 'value', scope), ...(isRequest(schema) ? ['isExact(value)'] : [])]
  return `/** Tells whether a value is ${article(name)}. */
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

const noParameters = `/** Tells whether a value is an object without members. */
export function isNoParameters(value: unknown): value is NoParameters {
  return isObject(value) && hasNothing(value)
}
`

const article = (name: string): string => `${/^(?:[AEIO]|Mpc|Un)/.test(name) ? 'an' : 'a'} {@link ${name}}`

function table(name: string, type: string, plain: Document, nameOf: typeof answerName): string {
  const rows = operationsOf(plain).map(
    ({ operation }) => `  ${operation.operationId}: is${nameOf(operation)},`,
  )
  return `/** Predicates for the ${name} of every operation, by its id. */
export const ${name}: { readonly [Id in keyof ${type}]: (value: unknown) => value is ${type}[Id] } = {
${rows.join('\n')}
}
`
}

function scopeOf(plain: Document) {
  const names = new Map<string, string>()
  const hoist = (text: string): string => {
    if (/^\w+$/.test(text)) return text
    const name = names.get(text) ?? `shared${names.size + 1}`
    names.set(text, name)
    return name
  }
  const scope: Scope = { resolve: resolver(plain), hoist }
  // Constants come first; the predicates that they refer to are hoisted.
  const constants = () => [...names].map(([text, name]) => `const ${name} = ${pure(text)}\n`)
  return { scope, constants }
}

// Bundlers remove an unused constructor call only if it is marked as pure.
const pure = (text: string): string => (text.startsWith('new ') ? `/* @__PURE__ */ ${text}` : text)

/** The schemas without texts, for `explain`, which runs after a predicate returned false. */
export function shapesModule(plain: Document): string {
  const named = Object.entries(plain.components.schemas).map(
    ([name, schema]) => [name, shapeOf(schema)] as const,
  )
  const shapes = [...named, ['NoParameters', noParametersShape] as const]
  const names = shapes.map(([name]) => `'${name}'`).join(' | ')
  return `import type { Shape } from '../validate/shape.ts'

/** Name of a schema of the plain view. */
export type ShapeName = ${names}

/** Schemas of the plain view, by name. */
export const shapes: Readonly<Record<ShapeName, Shape>> = ${literal(Object.fromEntries(shapes))}
`
}

// The token call has no parameters and no schema.
const noParametersShape = { title: 'No parameters', type: 'object', additionalProperties: false }

/** A schema without texts. */
export function shapeOf(schema: Schema): object {
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
