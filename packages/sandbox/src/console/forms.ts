// Forms of control calls: each parameter of a call is a field.
import { explainAs, type Shape } from '@custody-wallet/types/validate'

import { controlCalls, type ControlId } from '../generated/calls.ts'
import { findRoundedNumber } from './exact.ts'
import { getLabel } from './words.ts'

export interface FormField {
  readonly name: string
  /** Name in words. */
  readonly label: string
  readonly help: string
  readonly isRequired: boolean
  /** Options of a select; absent for a text field. */
  readonly choices?: readonly string[]
  /** How the text is parsed. */
  readonly kind: 'boolean' | 'integer' | 'json' | 'list' | 'number or text' | 'text'
}

export const isControlId = (id: string): id is ControlId => Object.hasOwn(controlCalls, id)

export const getCallDescription = (id: ControlId): (typeof controlCalls)[ControlId] => controlCalls[id]

const getShape = (id: ControlId): Shape => controlCalls[id].shape

export function listFields(id: ControlId): readonly FormField[] {
  const { properties = {}, required = [] } = getShape(id)
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    label: getLabel(name),
    help: getHelp(id, name),
    isRequired: required.includes(name),
    ...listChoices(shape),
    kind: getFieldKind(shape),
  }))
}

function getHelp(id: ControlId, name: string): string {
  const help: Readonly<Record<string, string>> = controlCalls[id].help
  return help[name] ?? ''
}

function listChoices({ type, enum: choices, const: only }: Shape): Pick<FormField, 'choices'> {
  if (type === 'boolean') return { choices: ['true', 'false'] }
  if (only !== undefined) return { choices: [String(only)] }
  return choices ? { choices: choices.map(String) } : {}
}

function getFieldKind({ type, items, anyOf }: Shape): FormField['kind'] {
  if (anyOf?.some((each) => each.type === 'string')) return 'number or text'
  if (type === 'array') return items?.type === 'string' ? 'list' : 'json'
  if (type === 'boolean' || type === 'integer') return type
  return type === 'string' ? 'text' : 'json'
}

export interface Mistake {
  /** Field with the mistake; empty for the whole form. */
  readonly field: string
  readonly text: string
}

export interface ParsedForm {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly mistakes: readonly Mistake[]
}

/** Parses the fields of a call. Empty fields are left out. */
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
      ...findRoundedNumbers(id, texts),
      ...issues.map(({ pointer, message }) => ({
        field: pointer.split('/')[1] ?? '',
        text: `${formatPointer(pointer)} ${message.replace('an exact decimal in a string, such as "0.015"', 'a decimal such as 0.015')}${json.has(pointer) ? ', as JSON' : ''}.`.trim(),
      })),
    ],
  }
}

/** Names a field as its form does, and what is inside it by its path. */
function formatPointer(pointer: string): string {
  const [, name = '', ...path] = pointer.split('/')
  return [name && getLabel(name), ...path].join('/')
}

const findRoundedNumbers = (id: ControlId, texts: Readonly<Record<string, string>>): readonly Mistake[] =>
  listFields(id).flatMap(({ name, kind }) => {
    const text = texts[name] ?? ''
    // Text that is not JSON may be a pasted key, which messages must not show.
    const roundedNumber = kind === 'json' && parseJson(text) !== text ? findRoundedNumber(text) : undefined
    return roundedNumber === undefined
      ? []
      : [{ field: name, text: `${getLabel(name)} has ${roundedNumber}, which would be rounded: write it as a string.` }]
  })

/** Text of a list without entries. An empty text leaves the list out. */
const emptyList = '[]'

/** Leaves out what still has its value at the start. A list that had entries and has none now is emptied. */
export const selectChanges = (
  id: ControlId,
  texts: Readonly<Record<string, string>>,
  start: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listFields(id).flatMap(({ name, kind }) => {
      const [text, before] = [texts[name], start[name]]
      if (text === undefined || text === before) return []
      return [[name, before !== undefined && kind === 'list' && text.trim() === '' ? emptyList : text]]
    }),
  )

// Text that does not parse stays a string, which the schema of the call rejects.
const parsers: { readonly [Kind in FormField['kind']]: (text: string) => unknown } = {
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  integer: (text) => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text),
  json: parseJson,
  'number or text': (text) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text),
  list: (text) => (text === emptyList ? [] : text.split(/[\s,]+/).filter((each) => each !== '')),
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
