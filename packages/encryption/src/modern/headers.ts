// The protected headers of the modern suite. A header must have exactly the expected fields and values, so a message cannot
// choose an algorithm or use `zip`, `jku`, `jwk`, `x5u`, `x5c`, `b64` or future extensions.
import { hash } from 'node:crypto'

import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import { JsonNumber } from '../json/number.ts'
import { readJson, isJsonObject, type JsonObject, type JsonValue } from '../json/reader.ts'
import { checkLength } from '../limits.ts'
import type { Context } from '../suite.ts'

/**
 * `ctx` of a sealed text: direction, audience, app, path and time, and for a response its code and the hashes of its
 * message and its request. Anyone can read it, so it has no hash of the content: a hash would confirm a guess.
 */
export interface SealClaims {
  readonly d: 'request' | 'answer'
  readonly aud: string
  readonly app: string
  readonly p: string
  readonly t: string
  readonly c?: string
  readonly m?: string
  readonly rq?: string
}

/** `ctx` of a signature: the same, and the hash of the plaintext. */
export interface SignatureClaims extends SealClaims {
  readonly h: string
}

const claimNames = {
  request: ['v', 'd', 'aud', 'app', 'p', 't'],
  answer: ['v', 'd', 'aud', 'app', 'p', 't', 'c', 'm', 'rq'],
} as const
const comparedClaims = ['d', 'aud', 'app', 'p', 't', 'c', 'm', 'rq', 'h'] as const

/** Computes the SHA-256 for a claim. */
export const computeDigest = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')

export function createSealClaims(context: Context): SealClaims {
  const { direction: d, audience: aud, appId: app, path: p, time: t, response } = context
  if ((d === 'answer') !== (response !== undefined))
    throw new TypeError(
      `context.response must be ${d === 'answer' ? 'set' : 'absent'} in a context of direction "${d}".`,
    )
  if (response === undefined) return { d, aud, app, p, t }
  const { code: c, msg, request } = response
  return { d, aud, app, p, t, c, m: computeDigest(encodeUtf8(msg)), rq: computeDigest(encodeUtf8(request)) }
}

export const createSignatureClaims = (context: Context, plaintext: Uint8Array): SignatureClaims => ({
  ...createSealClaims(context),
  h: computeDigest(plaintext),
})

/** Rejects a message of another path, time, direction, party or request, and a signature over other content. */
export function checkClaims(found: SealClaims & { readonly h?: string }, expected: typeof found): void {
  if (!comparedClaims.every((name) => found[name] === expected[name])) throw new Rejection('context')
}

const sealingAlgorithms = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const
const signingAlgorithms = { alg: 'PS256' } as const

/** Writes the header of a JWE without a context: `data` of v1, whose `sign` has the context. */
export const writeSealedHeader = (kid: string): string => writeHeader({ ...sealingAlgorithms, kid })

/** Writes the header of a JWE with a context: a query. */
export const writeBoundHeader = (kid: string, claims: SealClaims): string =>
  writeHeader({ ...sealingAlgorithms, kid, crit: ['ctx'], ctx: toJsonClaims(claims) })

/** Writes the header of a JWS, which always has a context. */
export const writeSignedHeader = (kid: string, claims: SignatureClaims): string =>
  writeHeader({ ...signingAlgorithms, kid, crit: ['ctx'], ctx: toJsonClaims(claims) })

function toJsonClaims(claims: SealClaims): object {
  if (!Object.values(claims).every((text: string) => text.isWellFormed()))
    throw new TypeError('The context contains a lone surrogate. Check audience, appId, path and time.')
  return { v: 1, ...claims }
}

const maxHeaderLength = 4096

function writeHeader(header: object): string {
  const encodedHeader = encodeBase64url(encodeUtf8(JSON.stringify(header)))
  if (encodedHeader.length > maxHeaderLength)
    throw new TypeError(
      `The protected header has ${encodedHeader.length} characters; receivers accept ${maxHeaderLength}. Shorten the key id, appId or path.`,
    )
  return encodedHeader
}

/** Decodes and checks a protected header. Throws a `Rejection` if it is invalid. */
export type HeaderReader<T> = (encodedHeader: string) => T

/** Content of the header of a JWE without a context. */
export interface SealedHeader {
  readonly kid: string
}

/** Content of the header of a JWE with a context. */
export interface BoundHeader extends SealedHeader {
  readonly claims: SealClaims
}

/** The keys that a header may name, by id. */
type Keys = ReadonlyMap<string, unknown>

/** Reads the header of a JWE without a context that is sealed for one of these keys. */
export function createSealedReader(keys: Keys): HeaderReader<SealedHeader> {
  // Headers of our own writers need no parsing.
  const usualHeaders = new Map([...keys.keys()].map((kid) => [writeSealedHeader(kid), { kid }]))
  return (encodedHeader) => {
    const known = usualHeaders.get(encodedHeader)
    if (known) return known
    const header = readHeader(encodedHeader)
    checkExactFields(header, ['alg', 'enc', 'kid'])
    return { kid: readSealedKid(header, keys) }
  }
}

/** Reads the header of a JWE with a context that is sealed for one of these keys. */
export function createBoundReader(keys: Keys): HeaderReader<BoundHeader> {
  return (encodedHeader) => {
    const header = readHeader(encodedHeader)
    checkExactFields(header, ['alg', 'enc', 'kid', 'crit', 'ctx'])
    const kid = readSealedKid(header, keys)
    checkCritical(header['crit'])
    return { kid, claims: readClaims(readObject(header['ctx']), []) }
  }
}

/** Content of the header of a JWS. */
export interface SignedHeader {
  readonly kid: string
  readonly claims: SignatureClaims
}

/** Reads the header of a JWS. The caller checks whether the key is known. */
export const readSignedHeader: HeaderReader<SignedHeader> = (encodedHeader) => {
  const header = readHeader(encodedHeader)
  checkExactFields(header, ['alg', 'kid', 'crit', 'ctx'])
  checkFixedField(header, 'alg', signingAlgorithms.alg)
  checkCritical(header['crit'])
  const ctx = readObject(header['ctx'])
  return {
    kid: readTextField(header, 'kid'),
    claims: { ...readClaims(ctx, ['h']), h: readTextField(ctx, 'h') },
  }
}

/** Makes a reader that accepts the header of our own writers for these values without parsing. */
export function createExpectedReader(expected: SignedHeader): HeaderReader<SignedHeader> {
  const usualHeaders = writeSignedHeader(expected.kid, expected.claims)
  return (encodedHeader) => (encodedHeader === usualHeaders ? expected : readSignedHeader(encodedHeader))
}

/** Parses a protected header. Rejects duplicate fields, as RFC 7515, section 4, allows. */
export function readHeader(encodedHeader: string): JsonObject {
  return readObject(readJson(decodeUtf8(decodeBase64url(checkLength(encodedHeader, maxHeaderLength)))))
}

function readSealedKid(header: JsonObject, keys: Keys): string {
  checkFixedField(header, 'alg', sealingAlgorithms.alg)
  checkFixedField(header, 'enc', sealingAlgorithms.enc)
  const id = readTextField(header, 'kid')
  if (!keys.has(id)) throw new Rejection('key', { unknownKey: { id, use: 'encryption' } })
  return id
}

// `crit` must contain only the context: unknown extensions are rejected (RFC 7515, 4.1.11).
function checkCritical(crit: JsonValue | undefined): void {
  if (!Array.isArray(crit) || crit.length !== 1 || crit[0] !== 'ctx') throw new Rejection('header')
}

function readClaims(claims: JsonObject, more: readonly string[]): SealClaims {
  const { d, v } = claims
  if (d !== 'request' && d !== 'answer') throw new Rejection('header')
  checkExactFields(claims, [...claimNames[d], ...more])
  if (!(v instanceof JsonNumber) || v.lexeme !== '1') throw new Rejection('header')
  const readText = (name: string): string => readTextField(claims, name)
  const common: SealClaims = {
    d,
    aud: readText('aud'),
    app: readText('app'),
    p: readText('p'),
    t: readText('t'),
  }
  return d === 'request' ? common : { ...common, c: readText('c'), m: readText('m'), rq: readText('rq') }
}

function checkExactFields(object: JsonObject, names: readonly string[]): void {
  const isExact = Object.keys(object).length === names.length && names.every((name) => Object.hasOwn(object, name))
  if (!isExact) throw new Rejection('header')
}

function readObject(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Rejection('header')
  return value
}

function readTextField(object: JsonObject, name: string): string {
  const value = object[name]
  if (typeof value !== 'string') throw new Rejection('header')
  return value
}

/** Rejects an object whose field is not exactly this string. */
export function checkFixedField(object: JsonObject, name: string, text: string): void {
  if (object[name] !== text) throw new Rejection('header')
}

/**
 * Splits a compact serialization into parts. It looks for only one part too many: an attacker may send nothing but dots.
 */
export function splitCompact(text: string, count: 3 | 5): readonly string[] {
  const parts = text.split('.', count + 1)
  if (parts.length !== count) throw new Rejection('framing')
  return parts
}
