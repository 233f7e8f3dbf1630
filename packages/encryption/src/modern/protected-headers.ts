// The protected headers of the suite: how they are written, and what is accepted. Nothing in a message picks an
// algorithm; a header that says anything else is refused.
import { Rejection } from '../errors.ts'
import type { JsonObject } from '../json/value.ts'
import { readClaims, readPlace, writtenClaims, type Claims, type Place } from './context.ts'
import {
  criticalContext,
  exactMembers,
  fixedMember,
  type HeaderReader,
  readHeader,
  textMember,
  writeHeader,
} from './header.ts'

const sealing = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const
const signing = { alg: 'PS256' } as const

/** Header of a JWE that binds nothing: `data` of v1, whose `sign` does. */
export const sealedHeader = (kid: string): string => writeHeader(JSON.stringify({ ...sealing, kid }))

/** Header of a JWE that binds its context: a query. */
export const boundHeader = (kid: string, place: Place): string => withClaims({ ...sealing, kid }, place)

/** Header of a JWS, which always binds its context. */
export const signedHeader = (kid: string, claims: Claims): string => withClaims({ ...signing, kid }, claims)

const withClaims = (header: Readonly<Record<string, string>>, claims: Place | Claims): string =>
  writeHeader(JSON.stringify({ ...header, crit: ['ctx'], ctx: writtenClaims(claims) }))

/** Reads the header of a JWE that binds nothing and is sealed for the key of this id. */
export function sealedReader(kid: string): HeaderReader<void> {
  // All that our own writers make is this one text, which needs no reading.
  const usual = sealedHeader(kid)
  return (encoded) => {
    if (encoded === usual) return
    const header = readHeader(encoded)
    exactMembers(header, ['alg', 'enc', 'kid'])
    sealedFor(header, kid)
  }
}

/** Reads the header of a JWE that binds a context and is sealed for the key of this id. */
export function boundReader(kid: string): HeaderReader<Place> {
  return (encoded) => {
    const header = readHeader(encoded)
    exactMembers(header, ['alg', 'enc', 'kid', 'crit', 'ctx'])
    sealedFor(header, kid)
    criticalContext(header['crit'])
    return readPlace(header['ctx'])
  }
}

function sealedFor(header: JsonObject, kid: string): void {
  fixedMember(header, 'alg', sealing.alg)
  fixedMember(header, 'enc', sealing.enc)
  if (textMember(header, 'kid') !== kid) throw new Rejection('key')
}

/** What the header of a JWS says. */
export interface Signed {
  readonly kid: string
  readonly claims: Claims
}

/** Reads the header of a JWS that binds a context. Whether its key is known is for the caller to see. */
export const signedReader: HeaderReader<Signed> = (encoded) => {
  const header = readHeader(encoded)
  exactMembers(header, ['alg', 'kid', 'crit', 'ctx'])
  fixedMember(header, 'alg', signing.alg)
  criticalContext(header['crit'])
  return { kid: textMember(header, 'kid'), claims: readClaims(header['ctx']) }
}

/** The same where it is known what the header has to say: what our own writers make of it needs no reading. */
export function expectingReader(expected: Signed): HeaderReader<Signed> {
  const usual = signedHeader(expected.kid, expected.claims)
  return (encoded) => (encoded === usual ? expected : signedReader(encoded))
}
