import { type Family, type Operation, operations } from '@custody-wallet/types/operations'
import { responses, findNearestName, parameters, toSafeName, isObject } from '@custody-wallet/types/validate'

import { type JsonRecord } from '../json-values.ts'

/** What a capture says about a message besides its content. */
export interface CallFacts {
  readonly direction: 'response' | 'request'
  readonly path?: string | undefined
  /** v1 messages are signed; v2 and MPC messages are not. */
  readonly families: readonly Family[]
}

const calls = Object.values(operations).filter(({ family }) => family !== 'token')

type Call = (typeof calls)[number]

/** Lists the calls that may have this content, such as `accounts.get`. */
export function listCalls(value: object, { direction, path, families }: CallFacts): readonly string[] {
  const possible = listCallsAt(path).filter(({ family }) => families.includes(family))
  const isContent = direction === 'request' ? isRequest : isResponse
  return possible.filter((call) => isContent(call, value)).map(({ name }) => name)
}

/** Whether a response is a failure, whose content does not show the call. */
export const isFailure = (value: object): boolean =>
  isObject(value) && value['msg'] !== undefined && value['code'] !== undefined && !isSuccess(value['code'])

const isSuccess = (code: unknown): boolean => code === 0 || code === '0'

/** Lists the calls at a path; all calls if none has it. */
function listCallsAt(callPath: string | undefined): readonly Call[] {
  const at = callPath === undefined ? [] : calls.filter(({ path }) => createPathPattern(path).test(callPath))
  return at.length > 0 ? at : calls
}

const createPathPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}|<\w+>/g, '[^/]+')}$`, 'i')

// Fields that codecs add. Some senders also encrypt their app_id.
const filledFields: ReadonlySet<string> = new Set(['time', 'charset', 'version', 'app_id'])

function isRequest({ id, parameters: facts }: Call, value: object): boolean {
  if (!isObject(value)) return false
  const kinds: Readonly<Record<string, Operation['parameters'][string]>> = facts
  const fields = Object.entries(value).filter(([name]) => !filledFields.has(name) || Object.hasOwn(kinds, name))
  const plain = fields.map(([name, field]) => [name, toPlain(kinds[name]?.kind, field)] as const)
  return parameters[id](Object.fromEntries(plain))
}

type Kind = Operation['parameters'][string]['kind']

const toPlain = (kind: Kind | undefined, value: unknown): unknown => (kind ? plainValues[kind](value) : value)

const toText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

// Senders write numbers as strings or the reverse, which does not make it another call.
const plainValues: { readonly [Name in Kind]: (value: unknown) => unknown } = {
  decimal: toText,
  flag: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  integer: (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
  list: (value) => (typeof value === 'string' ? value.split(',') : value),
  text: toText,
}

function isResponse(call: Call, value: object): boolean {
  if (call.response.content === 'none') return isObject(value) && Object.keys(value).length === 0
  return listCandidates(call, value).some((candidate) => responses[call.id](candidate))
}

/** v1 encrypts only the content; v2 and MPC may encrypt it with code and message. */
function listCandidates({ family, response }: Call, value: object): readonly unknown[] {
  if (family === 'v1') return [{ code: 0, msg: '', data: convertToStrings(value, response.wireNumbers) }]
  const whole = isObject(value) && 'data' in value ? value : undefined
  if (family === 'mpc') return whole ? [whole['data']] : [value]
  return [whole ? { ...whole, code: String(whole['code']) } : { code: '0', msg: '', data: value }]
}

/** Converts amounts to strings, as the validators expect them. */
function convertToStrings(value: unknown, pointers: readonly string[]): unknown {
  const names = new Set(pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)))
  const convertRecord = (record: unknown): unknown =>
    isObject(record)
      ? Object.fromEntries(Object.entries(record).map(([name, each]) => [name, names.has(name) ? toText(each) : each]))
      : record
  return Array.isArray(value) ? value.map(convertRecord) : convertRecord(value)
}

/** Describes why content fits no call. It names fields and leaves out values. */
export function describeMismatch(value: object, { families, path }: CallFacts): string {
  const names = Object.keys(isObject(value) ? value : readFirst(value)).slice(0, 12)
  const shownNames = names.map(toSafeName).join(', ') || 'none'
  const at = path === undefined ? '' : ` at ${path}`
  return `no ${families.join(' or ')} call${at} has these fields: ${shownNames}${describeRenamed(names, families)}`
}

const readFirst = (value: object): JsonRecord => {
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return isObject(first) ? first : {}
}

/** Suggests fields of the contract with similar names. */
function describeRenamed(names: readonly string[], families: readonly Family[]): string {
  const knownPaths = calls
    .filter(({ family }) => families.includes(family))
    .flatMap((call) => Object.keys(call.parameters))
  const pairs = names
    .filter((name) => !knownPaths.includes(name) && !filledFields.has(name))
    .flatMap((name) => {
      const near = findNearestName(name, knownPaths)
      return near === undefined ? [] : [`${toSafeName(name)} may be ${near}`]
    })
  return pairs.length === 0 ? '' : ` (${pairs.join(', ')})`
}
