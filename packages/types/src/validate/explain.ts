// Walks the schemas to explain why a predicate rejected a value. A bundle with only the predicates does not contain this
// module. Issues are generated lazily, because a hostile value could have millions.
import { isExact, isObject } from '../checks.ts'
import { isAmount, isDecimal } from '../decimal.ts'
import { type Shape, type ShapeName, shapes } from '../generated/shapes.ts'
import { toSafeName } from './names.ts'

/** The rule that a value breaks. */
export type IssueRule =
  | 'choice'
  | 'count'
  | 'decimal'
  | 'forbidden'
  | 'length'
  | 'negative'
  | 'negative-zero'
  | 'pattern'
  | 'required'
  | 'surrogate'
  | 'type'
  | 'unknown'
  | 'unsafe-integer'

/** One issue of a value, with its path and the broken rule. It never contains the value. */
export interface Issue {
  /** JSON pointer; empty for the whole value. */
  readonly pointer: string
  readonly rule: IssueRule
  readonly message: string
}

type Explain = (shape: Shape, value: unknown, pointer: string) => Iterable<Issue>

/**
 * Lists the first 100 issues of a value, as sentences. The list is empty if and only if the predicate of the same name
 * accepts the value.
 *
 * @example
 * ```ts
 * import { explain } from '@custody-wallet/types/validate'
 *
 * const issues = explain('AccountLookup', { uid: 10042, symbl: 'BTC' })
 * console.log(issues.map(({ pointer, message }) => `${pointer} ${message}`))
 * ```
 */
export function explain(name: ShapeName, value: unknown): readonly Issue[] {
  if (!Object.hasOwn(shapes, name)) throw new TypeError(`The contract has no schema ${name}.`)
  return explainAs(shapes[name], value)
}

/**
 * Lists the first 100 issues of a value, for a schema outside the contract.
 *
 * @example
 * ```ts
 * import { explainAs } from '@custody-wallet/types/validate'
 *
 * const shape = { type: 'object', required: ['uid'], properties: { uid: { type: 'integer', minimum: 0 } } } as const
 * console.log(explainAs(shape, { uid: -1 })) // /uid must not be negative
 * ```
 */
export function explainAs(shape: Shape, value: unknown): readonly Issue[] {
  const issues = collectIssues(explainShape(shape, value, ''))
  return issues.length === 0 && isRequest(shape) ? collectIssues(explainInexact(value, '')) : issues
}

const isRequest = ({ anyOf, additionalProperties }: Shape): boolean =>
  anyOf ? anyOf.some(isRequest) : additionalProperties === false

// The counterpart of `isExact`, for a value with the right shape.
function explainInexact(value: unknown, pointer: string): readonly Issue[] {
  if (isObject(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([name, field]: [string, unknown]) =>
      explainInexact(field, `${pointer}/${name}`),
    )
  return isExact(value) ? [] : [createIssue(pointer, typeof value === 'string' ? 'surrogate' : 'negative-zero', {})]
}

const maxIssues = 100

function collectIssues(issues: Iterable<Issue>): readonly Issue[] {
  const first: Issue[] = []
  for (const each of issues) if (first.push(each) === maxIssues) break
  return first
}

const explainShape: Explain = (shape, value, pointer) => {
  if (shape.ref) return explainShape(shapes[shape.ref], value, pointer)
  if (shape.anyOf) return explainChoice(shape, value, pointer)
  if (shape.const !== undefined || shape.enum) {
    const allowed: readonly unknown[] = shape.enum ?? [shape.const]
    return allowed.includes(value) ? [] : [createIssue(pointer, 'choice', shape)]
  }
  return byType[shape.type ?? 'object'](shape, value, pointer)
}

const explainChoice: Explain = (shape, value, pointer) => {
  const misfits = (shape.anyOf ?? []).map((form) => ({
    form,
    issues: collectIssues(explainShape(form, value, pointer)),
  }))
  return misfits.some(({ issues }) => issues.length === 0) ? [] : findNearestIssues(misfits, pointer)
}

const explainText: Explain = (shape, value, pointer) => {
  if (typeof value !== 'string') return [createIssue(pointer, 'type', shape)]
  const fitsFormat = exactFormats[shape.format ?? '']
  if (fitsFormat) return findBrokenRules([['decimal', fitsFormat(value)]], shape, pointer)
  return findBrokenRules(
    [
      ['length', value.length >= (shape.minLength ?? 0)],
      ['pattern', !shape.pattern || new RegExp(shape.pattern, 'u').test(value)],
    ],
    shape,
    pointer,
  )
}

const exactFormats: Readonly<Record<string, (value: unknown) => boolean>> = {
  decimal: isDecimal,
  amount: isAmount,
}

const explainInteger: Explain = (shape, value, pointer) => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return [createIssue(pointer, 'type', shape)]
  return findBrokenRules(
    [
      ['unsafe-integer', Number.isSafeInteger(value)],
      ['negative', value >= (shape.minimum ?? Number.NEGATIVE_INFINITY)],
      ['forbidden', shape.not?.const !== value],
    ],
    shape,
    pointer,
  )
}

const explainList: Explain = (shape, value, pointer) =>
  Array.isArray(value) ? explainItems(shape, value, pointer) : [createIssue(pointer, 'type', shape)]

function* explainItems(shape: Shape, entries: readonly unknown[], pointer: string): Iterable<Issue> {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape
  const isFitting = entries.length >= minItems && entries.length <= maxItems
  yield* findBrokenRules([['count', isFitting]], shape, pointer)
  // By index, because the methods of a list skip holes.
  for (let at = 0; at < entries.length; at += 1) yield* explainShape(items, entries[at], `${pointer}/${at}`)
}

const explainObject: Explain = (shape, value, pointer) =>
  isObject(value) ? explainFields(shape, value, pointer) : [createIssue(pointer, 'type', shape)]

function* explainFields(shape: Shape, value: Readonly<Record<string, unknown>>, pointer: string): Iterable<Issue> {
  const { properties = {}, required = [], additionalProperties = true } = shape
  const buildPointer = (name: string) => `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  for (const [name, field] of Object.entries(properties)) {
    if (value[name] !== undefined) yield* explainShape(field, value[name], buildPointer(name))
    else if (required.includes(name)) yield createIssue(buildPointer(name), 'required', field)
  }
  // Not `Object.keys`, which lists all names before the first one is checked.
  for (const name in additionalProperties ? {} : value)
    if (Object.hasOwn(value, name) && !Object.hasOwn(properties, name))
      yield createIssue(buildPointer(toSafeName(name)), 'unknown', shape)
}

const byType: { readonly [Type in NonNullable<Shape['type']>]: Explain } = {
  array: explainList,
  boolean: (shape, value, pointer) => findBrokenRules([['type', typeof value === 'boolean']], shape, pointer),
  integer: explainInteger,
  object: explainObject,
  string: explainText,
}

const findBrokenRules = (
  rules: readonly (readonly [IssueRule, boolean])[],
  shape: Shape,
  pointer: string,
): readonly Issue[] => rules.filter(([, isFitting]) => !isFitting).map(([rule]) => createIssue(pointer, rule, shape))

interface Misfit {
  readonly form: Shape
  readonly issues: readonly Issue[]
}

/** Finds the issues of the nearest form. An issue that other forms do not have names the form. */
function findNearestIssues(misfits: readonly Misfit[], pointer: string): readonly Issue[] {
  const distances = misfits.map(({ issues }) => computeDistance(issues, pointer))
  const least = Math.min(...distances)
  const nearest = misfits[distances.indexOf(least)]
  const forms = misfits.map(({ form }) => resolveShape(form))
  if (!nearest || least === Number.POSITIVE_INFINITY) return [createIssue(pointer, 'type', { anyOf: forms })]
  const { title } = resolveShape(nearest.form)
  return nearest.issues.map((each) => {
    const isField = countLevels(each, pointer) === 1 && each.rule !== 'unknown'
    if (!isField || title === undefined) return each
    if (!misfits.every(({ issues }) => issues.some((other) => isSame(each, other))))
      return { ...each, message: `${each.message} for "${title}"` }
    const fields = forms.map((form) => getField(form, each.pointer.slice(pointer.length + 1)))
    // A field with a fixed value in every form selects the form: its values are the choice.
    const isSelector = fields.every((field) => field.const !== undefined)
    return isSelector ? createIssue(each.pointer, each.rule, { anyOf: fields }) : each
  })
}

const isSame = (one: Issue, other: Issue): boolean => one.pointer === other.pointer && one.rule === other.rule

/** Returns a field of a form, with the title of the form. */
const getField = ({ title = '', properties = {} }: Shape, name: string): Shape => ({
  ...resolveShape(properties[name] ?? {}),
  title,
})

const resolveShape = (shape: Shape): Shape => (shape.ref ? resolveShape(shapes[shape.ref]) : shape)

// Deeper issues do not count: a success with wrong records is nearer to a success than to a failure.
const computeDistance = (issues: readonly Issue[], pointer: string): number =>
  issues.reduce((sum, each) => sum + (distances[countLevels(each, pointer)]?.(each) ?? 0), 0)

// Another type is the farthest. A fixed field with another value, such as a code, outweighs all other issues.
const distances: readonly ((each: Issue) => number)[] = [
  ({ rule }) => (rule === 'type' ? Number.POSITIVE_INFINITY : 1),
  ({ rule }) => (rule === 'choice' ? 1000 : 1),
]

const countLevels = (each: Issue, pointer: string): number => each.pointer.slice(pointer.length).split('/').length - 1

const kinds: Readonly<Record<NonNullable<Shape['type']>, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  object: 'an object',
  string: 'a string',
}

const messages: { readonly [Rule in IssueRule]: (shape: Shape) => string } = {
  choice: (shape) => `must be ${listChoices(shape).join(' or ')}`,
  count: ({ minItems = 0, maxItems }) => `must have ${describeCount(minItems, maxItems)}`,
  decimal: ({ format }) =>
    `must be an exact decimal in a string, such as "0.015", with at most 36 digits${format === 'amount' ? ' and no sign' : ''}`,
  forbidden: ({ not }) => `must not be ${JSON.stringify(not?.const)}`,
  length: ({ minLength = 0 }) => (minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`),
  negative: () => 'must not be negative',
  'negative-zero': () => 'must be 0, not -0',
  pattern: ({ pattern }) => `must match ${pattern}`,
  required: (shape) => ['is missing', ...describeChoices(listChoices(shape))].join(': '),
  surrogate: () => 'must not contain a lone surrogate',
  type: (shape) => `must be ${listKinds(shape).join(' or ')}`,
  unknown: () => 'is not a field of this call; check its spelling',
  'unsafe-integer': () => 'must be an integer that a double holds exactly',
}

const createIssue = (pointer: string, rule: IssueRule, shape: Shape): Issue => ({
  pointer,
  rule,
  message: messages[rule](shape),
})

const listKinds = ({ type = 'object', anyOf }: Shape): readonly string[] =>
  anyOf ? [...new Set(anyOf.flatMap(listKinds))] : [kinds[type]]

/** Lists the single values that a shape allows, each with its form. */
function listChoices({ enum: values, const: value, anyOf = [] }: Shape): readonly string[] {
  if (anyOf.length > 0) return anyOf.flatMap((form) => listChoices(form).map((text) => `${text} for "${form.title}"`))
  return (values ?? (value === undefined ? [] : [value])).map((each) => JSON.stringify(each))
}

const describeChoices = (choices: readonly string[]): readonly string[] =>
  choices.length === 0 ? [] : [`give ${choices.join(' or ')}`]

function describeCount(least: number, most: number | undefined): string {
  if (most === undefined) return `at least ${least} entries`
  return least === most ? `${least} ${most === 1 ? 'entry' : 'entries'}` : `${least} to ${most} entries`
}
