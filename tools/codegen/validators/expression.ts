// A schema as a boolean expression over a value, which needs no interpreter and no `eval`.
import { type Json, getReferenceName, type createResolver, type Schema } from '../../redocly/document.ts'

export interface Scope {
  readonly resolve: ReturnType<typeof createResolver>
  /** Moves an expression to a constant of the module and returns its name. */
  readonly hoist: (expression: string) => string
}

const annotations = new Set('title description format examples required additionalProperties'.split(' '))
const validated = new Set(
  '$ref type const enum not anyOf properties items minItems maxItems minLength maxLength minimum maximum pattern'.split(
    ' ',
  ),
)

// Schemas that the generated code cannot check. Without this check, their keywords would be ignored silently.
const limitKeywords: readonly (readonly [sentence: string, broken: (schema: Schema) => boolean])[] = [
  [
    'a keyword that is not listed here',
    (schema) => listRules(schema).some((key) => !annotations.has(key) && !validated.has(key)),
  ],
  [
    'rules beside $ref',
    (schema) => schema.$ref !== undefined && listRules(schema).some((key) => validated.has(key) && key !== '$ref'),
  ],
  [
    'rules beside anyOf',
    (schema) => schema.anyOf !== undefined && listRules(schema).some((key) => validated.has(key) && key !== 'anyOf'),
  ],
  [
    'maxLength where no format counts the characters',
    (schema) => schema.maxLength !== undefined && !getExactFormat(schema),
  ],
  [
    'integers with other bounds than those of a safe integer, or 0',
    (schema) => isNumber(schema) && !createRange(schema),
  ],
  [
    'not with anything but const',
    (schema) => schema.not !== undefined && !getExactFormat(schema) && Object.keys(schema.not).join() !== 'const',
  ],
]

const listRules = (schema: Schema): string[] => Object.keys(schema).filter((key) => !key.startsWith('x-'))

/** Expression that is true when `value` fits the schema. */
export function createExpression(schema: Schema, value: string, scope: Scope): string {
  const [sentence] = limitKeywords.find(([, broken]) => broken(schema)) ?? []
  if (sentence)
    throw new TypeError(
      `The validators cannot check ${sentence} (${listRules(schema).join(', ')}). Extend tools/codegen/validators/expression.ts.`,
    )
  if (schema.$ref) return createReferenceCheck(schema.$ref, value, scope)
  if (schema.anyOf) return createAnyOfCheck(schema.anyOf, value, scope)
  const checks = [...createTypeChecks(schema, value, scope), ...createValueChecks(schema, value)]
  return checks.join(' &&\n    ')
}

/** Whether a schema gets a function of its own: objects, lists, and choices between them. */
export function isCompound(schema: Schema, scope: Pick<Scope, 'resolve'>): boolean {
  const target = scope.resolve<Schema>(schema)
  if (target.anyOf) return target.anyOf.some((branch) => isCompound(branch, scope))
  return target.type === 'object' || target.type === 'array'
}

function createReferenceCheck($ref: string, value: string, scope: Scope): string {
  return isCompound({ $ref }, scope)
    ? `is${getReferenceName($ref)}(${value})`
    : createExpression(scope.resolve<Schema>({ $ref }), value, scope)
}

function createAnyOfCheck(branches: readonly Schema[], value: string, scope: Scope): string {
  const checks = findNeededBranches(branches).map((branch) => createExpression(branch, value, scope))
  return checks.length === 1 ? checks.join('') : `(${checks.map((check) => `(${check})`).join(' || ')})`
}

/** Branches that need a check: if one accepts every integer, those with known integers do not. */
export function findNeededBranches(branches: readonly Schema[]): readonly Schema[] {
  const open = branches.find(({ type, enum: values }) => type === 'integer' && !values)
  return open ? branches.filter((branch) => branch === open || branch.type !== 'integer') : branches
}

function createTypeChecks(schema: Schema, value: string, scope: Scope): string[] {
  if (schema.const !== undefined || schema.enum) return []
  const exact = getExactFormat(schema)
  if (exact) return [`${exact}(${value})`]
  return typed[schema.type ?? 'object']?.(schema, value, scope) ?? []
}

// Formats with a function that is faster than the other rules of the schema.
const exactFormats: Readonly<Record<string, string>> = { decimal: 'isDecimal', amount: 'isAmount' }
/** Name of the function that checks the format of a schema. */
export const getExactFormat = ({ 'x-format': format = '' }: Schema): string | undefined => exactFormats[format]

// Functions that check an integer, by its minimum.
const ranges: readonly (readonly [minimum: number, check: string])[] = [
  [0, 'isUnsignedInteger'],
  [Number.MIN_SAFE_INTEGER, 'isSafe'],
]
const createRange = ({ minimum: least, maximum }: Schema): string | undefined =>
  ranges.find(([minimum]) => minimum === least && maximum === Number.MAX_SAFE_INTEGER)?.[1]
const isNumber = ({ type, const: only, enum: values }: Schema): boolean =>
  type === 'integer' && only === undefined && !values

const typed: Readonly<Record<string, (schema: Schema, value: string, scope: Scope) => string[]>> = {
  boolean: (_schema, value) => [`typeof ${value} === 'boolean'`],
  integer: (schema, value) => [`${createRange(schema)}(${value})`],
  string: createStringChecks,
  array: createArrayChecks,
  object: createObjectChecks,
}

function createStringChecks({ minLength, pattern }: Schema, value: string, { hoist }: Scope): string[] {
  const checks = [`typeof ${value} === 'string'`]
  if (minLength) checks.push(minLength === 1 ? `${value} !== ''` : `${value}.length >= ${minLength}`)
  if (pattern) checks.push(...createPatternChecks(pattern, value, hoist))
  return [...new Set(checks)]
}

// Lists of ids exclude one character. `includes` takes a tenth of the time of a regular expression.
function createPatternChecks(pattern: string, value: string, hoist: Scope['hoist']): readonly string[] {
  const [, character] = /^\^\[\^(\w|[,;:])\]\+\$$/.exec(pattern) ?? []
  if (character === undefined) return [`${hoist(new RegExp(pattern, 'u').toString())}.test(${value})`]
  return [`${value} !== ''`, `!${value}.includes('${character}')`]
}

function createArrayChecks({ items = {}, minItems = 0, maxItems }: Schema, value: string, scope: Scope): string[] {
  const entry =
    items.$ref && isCompound(items, scope)
      ? `is${getReferenceName(items.$ref)}`
      : `(entry: unknown) => ${createExpression(items, 'entry', scope)}`
  const bounds = maxItems === undefined ? (minItems ? [minItems] : []) : [minItems, maxItems]
  return [`isListOf(${[value, scope.hoist(entry), ...bounds].join(', ')})`]
}

function createObjectChecks(schema: Schema, value: string, scope: Scope): string[] {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties)
  const closed = schema.additionalProperties === false ? [`hasOnly(${value}, ${scope.hoist(formatNames(names))})`] : []
  const fields = Object.entries(properties).map(([name, field]) => {
    const place = `${value}[${formatLiteral(name)}]`
    const check = createExpression(field, place, scope)
    return required.includes(name) ? check : `(${place} === undefined || (${check}))`
  })
  return [`isObject(${value})`, ...closed, ...fields]
}

const formatNames = (names: readonly string[]): string => `new Set<string>([${names.map(formatLiteral).join(', ')}])`

function createValueChecks(schema: Schema, value: string): string[] {
  const createEqualCheck = (wanted: Json) => `${value} === ${formatLiteral(wanted)}`
  const rejectedValues = schema.not?.const
  return [
    ...(schema.const === undefined ? [] : [createEqualCheck(schema.const)]),
    ...(schema.enum ? [`(${schema.enum.map(createEqualCheck).join(' || ')})`] : []),
    ...(rejectedValues === undefined ? [] : [`${value} !== ${formatLiteral(rejectedValues)}`]),
  ]
}

const formatLiteral = (value: Json): string => JSON.stringify(value)
