// Walks the schemas to say what is wrong. It runs after a predicate has said no, and stays apart so that a bundle that
// only asks yes or no does not carry it. Issues are made one by one: a hostile value could ask for millions.
import { isAmount, isDecimal } from '../decimal.ts'
import { type ShapeName, shapes } from '../generated/shapes.ts'
import { isExact, isObject } from './checks.ts'
import { type Issue, issue, type IssueRule, shownName } from './issues.ts'
import { nearestIssues } from './nearest.ts'
import type { Shape } from './shape.ts'

type Explain = (shape: Shape, value: unknown, pointer: string) => Iterable<Issue>

/**
 * Lists what is wrong with a value, in words for people: the first 100 issues. The list is empty if and only if the
 * predicate of the same name says yes.
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
  const shape = shapes[name]
  const issues = firstOf(explainShape(shape, value, ''))
  return issues.length === 0 && isRequest(shape) ? firstOf(explainInexact(value, '')) : issues
}

const isRequest = ({ anyOf, additionalProperties }: Shape): boolean =>
  anyOf ? anyOf.some(isRequest) : additionalProperties === false

// The counterpart of `isExact`, for a value whose shape fits.
function explainInexact(value: unknown, pointer: string): readonly Issue[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      explainInexact(member, `${pointer}/${name}`),
    )
  return isExact(value) ? [] : [issue(pointer, typeof value === 'string' ? 'surrogate' : 'negative-zero', {})]
}

// Enough for a person.
const mostIssues = 100

function firstOf(issues: Iterable<Issue>): readonly Issue[] {
  const first: Issue[] = []
  for (const each of issues) if (first.push(each) === mostIssues) break
  return first
}

const explainShape: Explain = (shape, value, pointer) => {
  if (shape.ref) return explainShape(shapes[shape.ref], value, pointer)
  if (shape.anyOf) return explainChoice(shape, value, pointer)
  if (shape.const !== undefined || shape.enum) {
    const allowed: readonly unknown[] = shape.enum ?? [shape.const]
    return allowed.includes(value) ? [] : [issue(pointer, 'choice', shape)]
  }
  return byType[shape.type ?? 'object'](shape, value, pointer)
}

const explainChoice: Explain = (shape, value, pointer) => {
  const misfits = (shape.anyOf ?? []).map((form) => ({
    form,
    issues: firstOf(explainShape(form, value, pointer)),
  }))
  return misfits.some(({ issues }) => issues.length === 0) ? [] : nearestIssues(misfits, pointer)
}

const explainText: Explain = (shape, value, pointer) => {
  if (typeof value !== 'string') return [issue(pointer, 'type', shape)]
  const fitsFormat = exactFormats[shape.format ?? '']
  if (fitsFormat) return broken([['decimal', fitsFormat(value)]], shape, pointer)
  return broken(
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
  if (typeof value !== 'number' || !Number.isInteger(value)) return [issue(pointer, 'type', shape)]
  return broken(
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
  Array.isArray(value) ? issuesOfList(shape, value, pointer) : [issue(pointer, 'type', shape)]

function* issuesOfList(shape: Shape, entries: readonly unknown[], pointer: string): Iterable<Issue> {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = shape
  const fits = entries.length >= minItems && entries.length <= maxItems
  yield* broken([['count', fits]], shape, pointer)
  // By index, because the methods of a list pass over its holes.
  for (let at = 0; at < entries.length; at += 1) yield* explainShape(items, entries[at], `${pointer}/${at}`)
}

const explainObject: Explain = (shape, value, pointer) =>
  isObject(value) ? issuesOfObject(shape, value, pointer) : [issue(pointer, 'type', shape)]

function* issuesOfObject(
  shape: Shape,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Iterable<Issue> {
  const { properties = {}, required = [], additionalProperties = true } = shape
  const place = (name: string) => `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  for (const [name, member] of Object.entries(properties)) {
    if (value[name] !== undefined) yield* explainShape(member, value[name], place(name))
    else if (required.includes(name)) yield issue(place(name), 'required', member)
  }
  // Not `Object.keys`, which lists all names before the first is looked at.
  for (const name in additionalProperties ? {} : value)
    if (Object.hasOwn(value, name) && !Object.hasOwn(properties, name))
      yield issue(place(shownName(name)), 'unknown', shape)
}

const byType: { readonly [Type in NonNullable<Shape['type']>]: Explain } = {
  array: explainList,
  boolean: (shape, value, pointer) => broken([['type', typeof value === 'boolean']], shape, pointer),
  integer: explainInteger,
  object: explainObject,
  string: explainText,
}

const broken = (
  rules: readonly (readonly [IssueRule, boolean])[],
  shape: Shape,
  pointer: string,
): readonly Issue[] => rules.filter(([, fits]) => !fits).map(([rule]) => issue(pointer, rule, shape))
