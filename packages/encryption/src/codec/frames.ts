// Reads the outer layer of a message, as HTTP carries it, strictly and within limits.
import { decodeUtf8 } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import { JsonNumber } from '../json/number.ts'
import { readJson, isJsonObject, type JsonValue } from '../json/reader.ts'
import { responseLimits, type Limits, requestLimits, checkLength } from '../limits.ts'

/** A sealed query: the two fields of the query string or of a form. */
export interface QueryFrame {
  readonly kind: 'query'
  readonly appId: string
  readonly data: string
}

/** An envelope of v1: its four fields, with the time as a string. */
export interface EnvelopeFrame {
  readonly kind: 'envelope'
  readonly appId: string
  readonly time: string
  /** Whether the time was a JSON string. The profile decides whether that is accepted. */
  readonly hasQuotedTime?: boolean
  readonly sign: string
  readonly data: string
}

export type RequestFrame = QueryFrame | EnvelopeFrame

/** Reads the fields of a sealed query: exactly these two, each once. */
export function readQuery(fields: URLSearchParams): QueryFrame {
  if (fields.size !== 2) throw new Rejection('framing')
  const names = [...fields.keys()].toSorted().join()
  const [appId, data] = [fields.get('app_id'), fields.get('data')]
  if (names !== 'app_id,data' || !appId || !data) throw new Rejection('framing')
  return { kind: 'query', appId: checkLength(appId, maxAppId), data: checkLength(data, requestLimits.data) }
}

export function readEnvelope(body: Uint8Array): EnvelopeFrame {
  const fields = readExactFields(readBody(body, requestLimits), ['app_id', 'time', 'sign', 'data'])
  const [appId, time, sign, data] = fields
  const hasQuotedTime = typeof time === 'string'
  const digits = time instanceof JsonNumber ? time.lexeme : readText(time)
  if (!/^(0|[1-9][0-9]{0,15})$/.test(digits)) throw new Rejection('framing')
  return {
    kind: 'envelope',
    appId: checkLength(readText(appId), maxAppId),
    time: digits,
    ...(hasQuotedTime && { hasQuotedTime }),
    sign: checkLength(readText(sign), requestLimits.sign),
    data: checkLength(readText(data), requestLimits.data),
  }
}

/** A response to a v1 call, as the wire carries it. */
export interface ResponseFrame {
  /** The code as a string, whatever its type on the wire. */
  readonly code: string
  readonly msg: string
  readonly data: string
  readonly sign: string
}

/** Reads the body of a response to a v1 call. With the reading `either`, its code may be a string. */
export function readResponseFrame(body: Uint8Array, reading: 'documented' | 'either'): ResponseFrame {
  const [code, msg, data, sign] = readExactFields(readBody(body, responseLimits), ['code', 'msg', 'data', 'sign'])
  return {
    code: readCodeText(code, reading),
    msg: readText(msg),
    data: checkLength(readText(data), responseLimits.data),
    sign: checkLength(readText(sign), responseLimits.sign),
  }
}

const maxAppId = 256

function readBody(body: Uint8Array, { body: most }: Limits): JsonValue {
  if (body.byteLength > most) throw new Rejection('limit')
  return readJson(decodeUtf8(body), { longestText: most })
}

function readExactFields(value: JsonValue, names: readonly string[]): readonly (JsonValue | undefined)[] {
  if (!isJsonObject(value) || Object.keys(value).length !== names.length) throw new Rejection('framing')
  return names.map((name) => value[name])
}

function readCodeText(code: JsonValue | undefined, reading: 'documented' | 'either'): string {
  const text = code instanceof JsonNumber ? code.lexeme : reading === 'either' ? readText(code) : ''
  if (!/^(0|-?[1-9][0-9]{0,14})$/.test(text)) throw new Rejection('framing')
  return text
}

function readText(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new Rejection('framing')
  return value
}
