// Converts the fields of a request between the plain view and the sealed text. The operation table drives both ways.
import type { Responses, Parameters } from '@custody-wallet/types'
import { type Operation, operations } from '@custody-wallet/types/operations'
import { responses, parameters, toSafeName } from '@custody-wallet/types/validate'

import { Rejection } from '../errors.ts'
import { JsonNumber } from '../json/number.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/reader.ts'
import { listEntries, writeJson } from '../json/writer.ts'
import type { Dialect, FilledName, SealedId } from '../profile/profile.ts'
import { toPlainField } from './values.ts'

/** Returns the entry of a sealed call in the operation table. */
export function getOperation(id: SealedId): Operation {
  const facts: Operation | undefined = Object.hasOwn(operations, id) ? operations[id] : undefined
  if (!facts || facts.family === 'token')
    throw new TypeError('The operation must be the id of a sealed call, such as "getAccount".')
  return facts
}

export function isValidParameters<Id extends SealedId>(id: Id, value: unknown): value is Parameters[Id] {
  return parameters[id](value)
}

export function isValidResponse<Id extends SealedId>(id: Id, value: unknown): value is Responses[Id] {
  return responses[id](value)
}

/** Writes a request as JSON: its fields under their wire names, and the fields that the codec fills in. */
export function writeRequestText(id: SealedId, input: object, profile: Dialect, time: number): string {
  const facts = getOperation(id)
  const { batch } = facts
  const names: Readonly<Record<string, string>> = profile.names[id] ?? {}
  const fields = buildFilledFields(facts, profile, time)
  for (const [name, value] of listEntries(input))
    fields[names[name] ?? name] =
      Array.isArray(value) && batch?.parameter === name ? value.join(batch.separator) : value
  const numbers = facts.request.wireNumbers.map((pointer) => `/${names[pointer.slice(1)] ?? pointer.slice(1)}`)
  return writeJson(fields, new Set(numbers))
}

function buildFilledFields(facts: Operation, profile: Dialect, time: number): Record<string, unknown> {
  const names = listFilledNames(facts, profile)
  return Object.fromEntries(names.map((name) => [name, fixedValues[name] ?? time]))
}

/** Fields that the codec fills in: a fixed string, or `null` for the time of the call. The profile sets which are used. */
const fixedValues: Readonly<Record<FilledName, string | null>> = operations.listWithdrawals.filled

const listFilledNames = ({ family }: Operation, { filled }: Dialect): readonly FilledName[] =>
  family === 'v2' || family === 'mpc' ? filled[family] : []

/** Reads the plain fields of an opened request, without the filled-in ones. `time` is returned separately. */
export function toPlainFields(id: SealedId, content: JsonValue, profile: Dialect): PlainFields {
  if (!isJsonObject(content)) throw new Rejection('json')
  const facts = getOperation(id)
  const filled: readonly string[] = listFilledNames(facts, profile)
  const reading = { numbers: profile.numbers, separator: facts.batch?.separator ?? ',' }
  const ignoredFields = findIgnoredNames(id, Object.keys(content), profile)
  const skippedNames: ReadonlySet<string> = new Set([...filled, ...ignoredFields])
  const found: Record<string, unknown> = {}
  for (const wire of Object.keys(content)) {
    if (skippedNames.has(wire)) continue
    const name = toPlainName(wire, profile.names[id])
    found[name] = toPlainField(facts.parameters[name]?.kind ?? 'text', content[wire] ?? null, reading)
  }
  return { parameters: found, ignoredFields, time: readFilledTime(facts, content, profile) }
}

// The validator rejects unknown fields that stay, and names them.
function findIgnoredNames(id: SealedId, names: readonly string[], profile: Dialect): readonly string[] {
  if (profile.unknownFields === 'reject') return []
  const facts = getOperation(id)
  const renamed: Readonly<Record<string, string>> = profile.names[id] ?? {}
  return findUnknownNames(names, [
    ...Object.keys(facts.parameters),
    ...Object.values(renamed),
    ...listFilledNames(facts, profile),
  ])
}

/** Most names in a report. */
const maxNames = 16

/** Prepares names for a report. */
export const toSafeNames = (names: readonly string[]): readonly string[] => names.slice(0, maxNames).map(toSafeName)

/**
 * Finds unknown names. A name with the letters and digits of a known one, such as `Amount` or `requestId`, does not count:
 * its sender means the known field, and ignoring it can cost money.
 */
function findUnknownNames(names: readonly string[], known: readonly string[]): readonly string[] {
  const others = names.filter((name) => !known.includes(name))
  if (others.length === 0) return others
  const letters = new Set(known.map(toLetters))
  return others.filter((name) => !letters.has(toLetters(name)))
}

const toLetters = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

function toPlainName(wire: string, names: Readonly<Record<string, string>> | undefined): string {
  if (!names) return wire
  const renamed = Object.keys(names).find((name) => names[name] === wire)
  // A renamed field is unknown on the wire under its plain name.
  if (renamed === undefined && Object.hasOwn(names, wire)) throw new Rejection('json')
  return renamed ?? wire
}

export interface PlainFields {
  readonly parameters: Readonly<Record<string, unknown>>
  /** Names of unknown fields that the profile ignores. */
  readonly ignoredFields: readonly string[]
  /** The filled-in `time` as a string; undefined if the family has none. */
  readonly time: string | undefined
}

function readFilledTime(facts: Operation, content: JsonObject, profile: Dialect): string | undefined {
  const names = listFilledNames(facts, profile)
  for (const name of names) checkFilled(name, content, profile)
  return names.includes('time') ? readTimeText(content['time'], profile) : undefined
}

function checkFilled(name: FilledName, content: JsonObject, { filled }: Dialect): void {
  const fixedValue = fixedValues[name]
  const found = content[name]
  if (found === undefined && filled.reading === 'time-only' && name !== 'time') return
  const read = name === 'charset' && filled.charset === 'any-case' ? toLowerCaseText(found) : found
  if (found === undefined || (fixedValue !== null && read !== fixedValue)) throw new Rejection('json')
}

const toLowerCaseText = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'string' ? value.toLowerCase() : value

function readTimeText(time: JsonValue | undefined, { numbers }: Dialect): string {
  if (time instanceof JsonNumber && /^[0-9]{1,16}$/.test(time.lexeme)) return time.lexeme
  if (numbers === 'either' && typeof time === 'string' && /^(0|[1-9][0-9]{0,15})$/.test(time)) return time
  throw new Rejection('json')
}
