import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import { readJson } from '../json/reader.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { within } from '../limits.ts'

const longestHeader = 4096

/** Reads an encoded protected header and decides about it: gives what it says, or throws a `Rejection`. */
export type HeaderReader<T> = (encoded: string) => T

/** Encodes a protected header. What does not fit would be refused by every receiver. */
export function writeHeader(json: string): string {
  const encoded = encodeBase64url(encodeUtf8(json))
  if (encoded.length > longestHeader) throw new TypeError('context and key id do not fit a header of 4 KB.')
  return encoded
}

/** Reads a protected header strictly. RFC 7515, section 4, leaves duplicate members to the reader: they are refused. */
export function readHeader(encoded: string): JsonObject {
  const header = readJson(decodeUtf8(decodeBase64url(within(encoded, longestHeader))))
  if (!isJsonObject(header)) throw new Rejection('header')
  return header
}

/**
 * Parts of a compact serialisation. One more than wanted is looked for, never all of them: a stranger may send a
 * text of dots only.
 */
export function splitCompact(text: string, count: 3 | 5): readonly string[] {
  const parts = text.split('.', count + 1)
  if (parts.length !== count) throw new Rejection('framing')
  return parts
}

/**
 * Refuses a header that has any other members than these. An exact list is what keeps out `zip`, `jku`, `jwk`, `x5u`,
 * `x5c`, `b64` and whatever will be registered next.
 */
export function exactMembers(object: JsonObject, names: readonly string[]): void {
  const exact =
    Object.keys(object).length === names.length && names.every((name) => Object.hasOwn(object, name))
  if (!exact) throw new Rejection('header')
}

/** A member that has to be text. */
export function textMember(object: JsonObject, name: string): string {
  const value = object[name]
  if (typeof value !== 'string') throw new Rejection('header')
  return value
}

/** A member that has to be this very text. */
export function fixedMember(object: JsonObject, name: string, text: string): void {
  if (object[name] !== text) throw new Rejection('header')
}

/** `crit` has to name the context and nothing else: an extension that is not understood is refused (RFC 7515, 4.1.11). */
export function criticalContext(crit: JsonValue | undefined): void {
  if (!Array.isArray(crit) || crit.length !== 1 || crit[0] !== 'ctx') throw new Rejection('header')
}
