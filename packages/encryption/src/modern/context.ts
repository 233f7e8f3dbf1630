import { hash } from 'node:crypto'

import { encodeUtf8 } from '../bytes/encodings.ts'
import { Rejection } from '../errors.ts'
import { isJsonObject, JsonNumber, type JsonValue } from '../json/value.ts'
import type { Context } from '../suite.ts'
import { exactMembers, textMember } from './header.ts'

/**
 * What `ctx` says: direction, audience, app, path, time and hash of the plaintext; for an answer also its code, the
 * hash of its message, and the hash of the request that it answers. Version 1 stands in front of them.
 */
export interface Claims extends Place {
  readonly h: string
}

/**
 * The same without the hash: what a seal says in the open. The hash would let anyone check a guess at the content, and
 * a look-up is easy to guess.
 */
export interface Place {
  readonly d: 'request' | 'answer'
  readonly aud: string
  readonly app: string
  readonly p: string
  readonly t: string
  readonly c?: string
  readonly m?: string
  readonly rq?: string
}

const members = {
  request: ['v', 'd', 'aud', 'app', 'p', 't'],
  answer: ['v', 'd', 'aud', 'app', 'p', 't', 'c', 'm', 'rq'],
} as const
const compared = ['d', 'aud', 'app', 'p', 't', 'c', 'm', 'rq'] as const

/** SHA-256 as headers write it. */
export const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')

/** What the header of a signature over content with this hash has to say. */
export const claimsOf = (context: Context, h: string): Claims => ({ ...placeOf(context), h })

/** What the header of a seal has to say. */
export function placeOf(context: Context): Place {
  const { direction: d, audience: aud, appId: app, path: p, time: t, answer } = context
  if ((d === 'answer') !== (answer !== undefined)) {
    throw new TypeError('context.answer belongs to answers, and to all of them.')
  }
  if (answer === undefined) return { d, aud, app, p, t }
  const { code: c, msg, request } = answer
  return { d, aud, app, p, t, c, m: digestOf(encodeUtf8(msg)), rq: digestOf(encodeUtf8(request)) }
}

/** `ctx` as it is written. */
export function writtenClaims(claims: Place | Claims): object {
  if (!Object.values(claims).every((text) => text.isWellFormed()))
    throw new TypeError('context has a lone surrogate.')
  return { v: 1, ...claims }
}

/** Reads the `ctx` of a signature strictly: version 1, exactly the members of its direction, nothing but texts. */
export function readClaims(ctx: JsonValue | undefined): Claims {
  const place = readMembers(ctx, ['h'])
  return { ...place, h: isJsonObject(ctx) ? textMember(ctx, 'h') : '' }
}

/** Reads the `ctx` of a seal as strictly; it has no hash. */
export const readPlace = (ctx: JsonValue | undefined): Place => readMembers(ctx, [])

function readMembers(ctx: JsonValue | undefined, more: readonly string[]): Place {
  if (!isJsonObject(ctx)) throw new Rejection('header')
  const d = directionOf(ctx['d'])
  exactMembers(ctx, [...members[d], ...more])
  const { v } = ctx
  if (!(v instanceof JsonNumber) || v.lexeme !== '1') throw new Rejection('header')
  const text = (name: string): string => textMember(ctx, name)
  const common = { d, aud: text('aud'), app: text('app'), p: text('p'), t: text('t') }
  return d === 'request' ? common : { ...common, c: text('c'), m: text('m'), rq: text('rq') }
}

function directionOf(d: JsonValue | undefined): Claims['d'] {
  if (d !== 'request' && d !== 'answer') throw new Rejection('header')
  return d
}

/** Refuses a message that was made for another place, moment, direction or request. */
export function samePlace(found: Place, expected: Place): void {
  if (!compared.every((name) => found[name] === expected[name])) throw new Rejection('context')
}

/** Refuses the same, and other content. */
export function sameClaims(found: Claims, expected: Claims): void {
  samePlace(found, expected)
  if (found.h !== expected.h) throw new Rejection('context')
}
