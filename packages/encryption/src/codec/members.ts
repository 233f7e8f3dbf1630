// Members of a request between the plain view and what is sealed, driven by the operation table.
import { type Operation, operations } from '@custody-wallet/types/operations'

import { Rejection } from '../errors.ts'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/value.ts'
import { entriesOf, writeJson } from '../json/writer.ts'
import { type FilledName, type Profile, type SealedId, wireNames } from '../profile/profile.ts'
import { isMembers } from './answer-context.ts'
import { unknownAmong } from './unknown-members.ts'
import { plainMember } from './values.ts'

/** Facts of a call from the operation table. */
export function factsOf(id: SealedId): Operation {
  const facts: Operation | undefined = Object.hasOwn(operations, id) ? operations[id] : undefined
  if (!facts || facts.family === 'token')
    throw new TypeError('The operation must be a sealed call of the contract.')
  return facts
}

/**
 * An object with its own members alone, each read once. A check reads inherited members too, and what is written reads
 * none of them: both have to look at the same.
 */
export const ownMembers = (value: unknown): unknown => (isMembers(value) ? { ...value } : value)

/** The JSON text that is sealed for a call: its members under their wire names, and those that the codec fills in. */
export function requestText(id: SealedId, parameters: object, profile: Profile, time: number): string {
  const facts = factsOf(id)
  const { batch } = facts
  const names = wireNames(profile.names, id)
  const members = filledMembers(facts, profile, time)
  for (const [name, value] of entriesOf(parameters))
    members[names[name] ?? name] =
      Array.isArray(value) && batch?.parameter === name ? value.join(batch.separator) : value
  const numbers = facts.request.wireNumbers.map(
    (pointer) => `/${names[pointer.slice(1)] ?? pointer.slice(1)}`,
  )
  return writeJson(members, new Set(numbers))
}

function filledMembers(facts: Operation, profile: Profile, time: number): Record<string, unknown> {
  const names = filledNames(facts, profile)
  return Object.fromEntries(names.map((name) => [name, fixedTexts[name] ?? time]))
}

/** What the codec fills in: a fixed text, or `null` for the moment of the call. A profile says which calls carry it. */
const fixedTexts: Readonly<Record<FilledName, string | null>> = operations.listWithdrawals.filled

const filledNames = ({ family }: Operation, { filled }: Profile): readonly FilledName[] =>
  family === 'v2' || family === 'mpc' ? filled[family] : []

/** The members of an opened request in plain form, without those that a codec filled in; `time` comes apart. */
export function plainMembers(id: SealedId, content: JsonValue, profile: Profile): PlainMembers {
  if (!isJsonObject(content)) throw new Rejection('json')
  const facts = factsOf(id)
  const filled: readonly string[] = filledNames(facts, profile)
  const reading = { numbers: profile.numbers, separator: facts.batch?.separator ?? ',' }
  const ignored = ignoredNames(id, Object.keys(content), profile)
  const skipped: ReadonlySet<string> = new Set([...filled, ...ignored])
  const parameters: Record<string, unknown> = {}
  for (const wire of Object.keys(content)) {
    if (skipped.has(wire)) continue
    const name = plainName(wire, profile.names[id])
    parameters[name] = plainMember(facts.parameters[name]?.kind ?? 'text', content[wire] ?? null, reading)
  }
  return { parameters, ignored, time: filledTime(facts, content, profile) }
}

// What is unknown and not ignored stays, and the validator refuses it by name.
function ignoredNames(id: SealedId, names: readonly string[], profile: Profile): readonly string[] {
  if (profile.unknownMembers === 'refuse') return []
  const facts = factsOf(id)
  const renamed = Object.values(wireNames(profile.names, id))
  return unknownAmong(names, [...Object.keys(facts.parameters), ...renamed, ...filledNames(facts, profile)])
}

function plainName(wire: string, names: Readonly<Record<string, string>> | undefined): string {
  if (!names) return wire
  const renamed = Object.keys(names).find((name) => names[name] === wire)
  // The plain name of a member that travels under another one is unknown on the wire.
  if (renamed === undefined && Object.hasOwn(names, wire)) throw new Rejection('json')
  return renamed ?? wire
}

export interface PlainMembers {
  readonly parameters: Readonly<Record<string, unknown>>
  /** Names of the members that the call does not know and the profile ignores. */
  readonly ignored: readonly string[]
  /** Text of the filled `time`; absent where the family has none. */
  readonly time: string | undefined
}

function filledTime(facts: Operation, content: JsonObject, profile: Profile): string | undefined {
  const names = filledNames(facts, profile)
  for (const name of names) checkFilled(name, content, profile)
  return names.includes('time') ? timeText(content['time'], profile) : undefined
}

function checkFilled(name: FilledName, content: JsonObject, { filled }: Profile): void {
  const fixed = fixedTexts[name]
  const found = content[name]
  if (found === undefined && filled.reading === 'time-only' && name !== 'time') return
  const read = name === 'charset' && filled.charset === 'any-case' ? lowerCase(found) : found
  if (found === undefined || (fixed !== null && read !== fixed)) throw new Rejection('json')
}

const lowerCase = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'string' ? value.toLowerCase() : value

function timeText(time: JsonValue | undefined, { numbers }: Profile): string {
  if (time instanceof JsonNumber && /^[0-9]{1,16}$/.test(time.lexeme)) return time.lexeme
  if (numbers === 'either' && typeof time === 'string' && /^(0|[1-9][0-9]{0,15})$/.test(time)) return time
  throw new Rejection('json')
}
