import type { Schema } from '../../redocly/document.ts'

// Formats whose names need an explanation.
const formats: Readonly<Record<string, string>> = {
  'response-code': 'code',
  'blockchain-address': 'address',
  'country-code': 'country code',
  cursor: 'record id',
  'email-or-empty': 'e-mail',
  email: 'e-mail',
  'request-id': 'request id',
  'transaction-id': 'transaction id',
  'transaction-kind': 'type',
}

// Titles that add nothing to the type.
const silent: ReadonlySet<string> = new Set(['text', 'int32', 'int64'])

/** Describes the type of a field from its schemas in all choices. */
export function formatType(schemas: readonly Schema[], resolve: (schema: Schema) => Schema): string {
  const words = [...new Set(schemas.flatMap(listTypeNames))]
  return words.filter((word) => !words.some((other) => other.startsWith(`${word} (`))).join(' or ')

  function listTypeNames(schema: Schema): readonly string[] {
    const whole = { ...resolve(schema), ...schema }
    if (whole.anyOf) return [formatType(whole.anyOf, resolve)]
    if (whole.const !== undefined) return [whole.const === '' ? 'empty string' : JSON.stringify(whole.const)]
    if (whole.type === 'array') return [`list of ${formatPlural(formatType([whole.items ?? {}], resolve))}`]
    return [formatTypeName(whole)]
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
}

function formatTypeName({ type = 'object', title, format, 'x-format': own = format }: Schema): string {
  if (title === 'Milliseconds') return 'Unix milliseconds'
  const kind = kinds[type] ?? type
  const what = own && !silent.has(own) ? (formats[own] ?? own) : undefined
  return what === undefined ? kind : `${kind} (${what})`
}

const formatPlural = (type: string): string => type.replace(/^(string|integer|number|object)\b/, (word) => `${word}s`)
