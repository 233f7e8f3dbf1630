// Parameters of a plain call from what HTTP carries of them: a query string, or the bytes of a body.
import type { Parameters } from '@custody-wallet/types'
import { type ParameterFacts, operations } from '@custody-wallet/types/operations'
import { explain, parameters as predicates } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/utf8.ts'
import { factsOf } from '../codec/members.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { integerOf } from '../json/number.ts'
import { readJson } from '../json/reader.ts'
import { isJsonObject, JsonNumber, type JsonValue } from '../json/value.ts'
import { requestLimits } from '../limits.ts'
import type { SealedId } from '../profile/profile.ts'

/** Parameters that fit the call; what does not is refused by its place. */
export function checkedParameters(operation: SealedId, value: unknown): Parameters[SealedId] {
  if (predicates[operation](value)) return value
  throw invalid(operation, explain(operations[operation].schemas.parameters, value))
}

type Restore = (texts: readonly string[], separator: string) => unknown

// A text that is none of what its kind allows stays as it is, for the check to name.
const restorers: Readonly<Record<ParameterFacts['kind'], Restore>> = {
  decimal: ([text]) => text,
  flag: ([text]) => (text === 'true' || text === 'false' ? text === 'true' : text),
  integer: ([text = '']) => (/^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : text),
  list: (texts, separator) => (texts.length === 1 ? texts.flatMap((text) => text.split(separator)) : texts),
  text: ([text]) => text,
}

/** Restores the types of a query string: a list is joined or repeated, everything else stands there once. */
export function queryParameters(operation: SealedId, search: string): object {
  const query = queryOf(operation, search)
  const names = [...new Set(query.keys())]
  const repeated = names.filter((name) => kindOf(operation, name) !== 'list' && query.getAll(name).length > 1)
  if (repeated.length > 0)
    throw invalid(
      operation,
      repeated.map((name) => ({ pointer: `/${name}`, message: 'must stand there once' })),
    )
  const separator = factsOf(operation).batch?.separator ?? ','
  return Object.fromEntries(
    names.map((name) => [name, restorers[kindOf(operation, name)](query.getAll(name), separator)]),
  )
}

// A parameter that the call does not know is taken as text, for the check to name.
const kindOf = (operation: SealedId, name: string): ParameterFacts['kind'] =>
  factsOf(operation).parameters[name]?.kind ?? 'text'

// `URLSearchParams` puts a replacement character where the encoding is broken: another text than the one given.
function queryOf(operation: SealedId, search: string): URLSearchParams {
  try {
    decodeURIComponent(search)
  } catch {
    throw invalid(operation, [{ pointer: '', message: 'must be a query string in percent-encoded UTF-8' }])
  }
  return new URLSearchParams(search)
}

/** Reads a body strictly: what is sealed is what its bytes say, and amounts are texts there already. */
export function bodyParameters(operation: SealedId, body: Uint8Array): unknown {
  const { body: most } = requestLimits
  if (body.byteLength > most)
    throw invalid(operation, [{ pointer: '', message: `must have at most ${most} bytes` }])
  try {
    return plain(readJson(decodeUtf8(body)))
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw invalid(operation, [
      { pointer: '', message: 'must be JSON in UTF-8, in which no member stands twice' },
    ])
  }
}

// No parameter is a number with a fraction, or one that a double rounds. NaN is none that any of them takes.
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return integerOf(value) ?? Number.NaN
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
  return Array.isArray(value) ? value.map((entry: JsonValue) => plain(entry)) : value
}

const invalid = (operation: SealedId, issues: EncryptionError['facts']['issues'] = []): EncryptionError =>
  new EncryptionError('PARAMETERS_INVALID', { operation, issues })
