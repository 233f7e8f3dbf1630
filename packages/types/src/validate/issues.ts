import type { Shape } from './shape.ts'

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

/** One thing that is wrong with a value. It names the place and the rule, and never repeats the value. */
export interface Issue {
  /** JSON pointer to the place; empty for the value itself. */
  readonly pointer: string
  readonly rule: IssueRule
  readonly message: string
}

const kinds: Readonly<Record<NonNullable<Shape['type']>, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  object: 'an object',
  string: 'a text',
}

/** What each rule says, given the shape that was broken. */
const sentences: { readonly [Rule in IssueRule]: (shape: Shape) => string } = {
  choice: (shape) => `must be ${choicesOf(shape).join(' or ')}`,
  count: ({ minItems = 0, maxItems }) => `must have ${countOf(minItems, maxItems)}`,
  decimal: ({ format }) =>
    `must be an exact decimal as text, such as "0.015", with at most 36 digits${format === 'amount' ? ' and no sign' : ''}`,
  forbidden: ({ not }) => `must not be ${JSON.stringify(not?.const)}`,
  length: ({ minLength = 0 }) =>
    minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
  negative: () => 'must not be negative',
  'negative-zero': () => 'must be 0, not -0',
  pattern: ({ pattern }) => `must match ${pattern}`,
  required: (shape) => ['is missing', ...givenOf(choicesOf(shape))].join(': '),
  surrogate: () => 'must not contain a lone surrogate',
  type: (shape) => `must be ${kindsOf(shape).join(' or ')}`,
  unknown: () => 'is not a member that this call knows; check its spelling',
  'unsafe-integer': () => 'must be an integer that a double holds exactly',
}

/** An issue with its sentence. */
export const issue = (pointer: string, rule: IssueRule, shape: Shape): Issue => ({
  pointer,
  rule,
  message: sentences[rule](shape),
})

/**
 * The name of a member as an error may show it. The name may be personal data, so a text that does not look like a name
 * becomes `*`.
 *
 * @example
 * ```ts
 * import { shownName } from '@custody-wallet/types/validate'
 *
 * console.log(shownName('symbl'), shownName('user@custody.example')) // symbl *
 * ```
 */
export const shownName = (name: string): string => (/^[A-Za-z_]\w{0,31}$/.test(name) ? name : '*')

const kindsOf = ({ type = 'object', anyOf }: Shape): readonly string[] =>
  anyOf ? [...new Set(anyOf.flatMap(kindsOf))] : [kinds[type]]

/** Values that a shape allows one by one, with the form that each of them belongs to. */
function choicesOf({ enum: values, const: value, anyOf = [] }: Shape): readonly string[] {
  if (anyOf.length > 0)
    return anyOf.flatMap((form) => choicesOf(form).map((text) => `${text} for "${form.title}"`))
  return (values ?? (value === undefined ? [] : [value])).map((each) => JSON.stringify(each))
}

const givenOf = (choices: readonly string[]): readonly string[] =>
  choices.length === 0 ? [] : [`give ${choices.join(' or ')}`]

function countOf(least: number, most: number | undefined): string {
  if (most === undefined) return `at least ${least} entries`
  return least === most ? `${least} ${most === 1 ? 'entry' : 'entries'}` : `${least} to ${most} entries`
}
