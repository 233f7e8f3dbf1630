// Forms of control calls: each parameter of a description is a field, and the texts of the fields are its parameters.
import { explainAs, type Shape } from '@custody-wallet/types/validate'

import type { ControlId } from '../control/calls.ts'
import { controlCalls } from '../generated/calls.ts'
import { findRoundedNumber } from './exact.ts'

/** A field of a form. */
export interface FormField {
  readonly name: string
  readonly title: string
  readonly isRequired: boolean
  /** What to choose from; absent where a text is typed. */
  readonly choices?: readonly string[]
  /** How the text becomes a value. */
  readonly kind: 'boolean' | 'integer' | 'json' | 'list' | 'number or text' | 'text'
}

export const isControlId = (id: string): id is ControlId => Object.hasOwn(controlCalls, id)

/** The description of a call. */
export const getCallDescription = (id: ControlId): (typeof controlCalls)[ControlId] => controlCalls[id]

const getShape = (id: ControlId): Shape => controlCalls[id].shape

/** The fields of a call. */
export function listFields(id: ControlId): readonly FormField[] {
  const { properties = {}, required = [] } = getShape(id)
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    title: shape.title ?? name,
    isRequired: required.includes(name),
    ...listChoices(shape),
    kind: getFieldKind(shape),
  }))
}

function listChoices({ type, enum: choices }: Shape): Pick<FormField, 'choices'> {
  if (type === 'boolean') return { choices: ['true', 'false'] }
  return choices ? { choices: choices.map(String) } : {}
}

function getFieldKind({ type, items, anyOf }: Shape): FormField['kind'] {
  if (anyOf?.some((each) => each.type === 'string')) return 'number or text'
  if (type === 'array') return items?.type === 'string' ? 'list' : 'json'
  if (type === 'boolean' || type === 'integer') return type
  return type === 'string' ? 'text' : 'json'
}

/** What a form was filled in with. */
export interface ParsedForm {
  readonly parameters: Readonly<Record<string, unknown>>
  /** What is wrong with it, as sentences. */
  readonly mistakes: readonly string[]
}

/** The parameters of a call. Fields that are empty are not given. */
export function parseParameters(id: ControlId, texts: Readonly<Record<string, string>>): ParsedForm {
  const entries = listFields(id).flatMap(({ name, kind }) => {
    const text = texts[name] ?? ''
    return text === '' ? [] : [[name, parsers[kind](text)]]
  })
  const parameters: Readonly<Record<string, unknown>> = Object.fromEntries(entries)
  const json = new Set(listFields(id).flatMap(({ name, kind }) => (kind === 'json' ? [`/${name}`] : [])))
  const issues = explainAs(getShape(id), parameters)
  return {
    parameters,
    mistakes: [
      ...describeRoundedNumbers(id, texts),
      ...issues.map(({ pointer, message }) =>
        `${pointer.slice(1)} ${message}${json.has(pointer) ? ', as JSON' : ''}.`.trim(),
      ),
    ],
  }
}

const describeRoundedNumbers = (id: ControlId, texts: Readonly<Record<string, string>>): readonly string[] =>
  listFields(id).flatMap(({ name, kind }) => {
    const text = texts[name] ?? ''
    // A text that is not JSON has no numbers, and may be a key by mistake.
    const roundedNumber = kind === 'json' && parseJson(text) !== text ? findRoundedNumber(text) : undefined
    return roundedNumber === undefined
      ? []
      : [`${name} has ${roundedNumber}, which would be rounded: write it as a text.`]
  })

// Another text stays a text, which the description of the call rejects.
const parsers: { readonly [Kind in FormField['kind']]: (text: string) => unknown } = {
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  integer: (text) => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text),
  json: parseJson,
  'number or text': (text) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text),
  list: (text) => text.split(/[\s,]+/).filter((each) => each !== ''),
  text: (text) => text,
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}
