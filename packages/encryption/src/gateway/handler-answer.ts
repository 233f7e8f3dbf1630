import { STATUS_CODES } from 'node:http'
import { toUSVString } from 'node:util'

// What a handler answered, read into the plain answer that is sealed.
import type { Answers } from '@custody-wallet/types'
import { answers as predicates } from '@custody-wallet/types/validate'

import { readWithin } from '../bytes/bodies.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import type { SealedId } from '../profile/profile.ts'

/** A handler's answer: a value of the contract, or the reason why it refused the request. */
export type Outcome =
  | { readonly answer: Answers[SealedId]; readonly refusal?: never }
  | { readonly refusal: string; readonly answer?: never }

interface Reading {
  readonly operation: SealedId
  readonly most: number
  readonly signal: AbortSignal
}

/** Reads a handler's answer. What is neither an answer of the contract nor a 4xx is the handler's failure. */
export async function outcomeOf(response: Response, reading: Reading): Promise<Outcome> {
  const { status, ok } = response
  if (status >= 400 && status <= 499) return { refusal: await refusalOf(response, reading) }
  const answer = ok ? parsed(await textOf(response, reading)) : undefined
  if (fits(reading.operation, answer)) return { answer }
  throw new TypeError(
    `The handler of ${reading.operation} gave status ${status} and no answer of the contract.`,
  )
}

async function textOf({ body }: Response, { most, signal }: Reading): Promise<string> {
  const bytes = await readWithin(body, most, signal)
  return bytes.byteLength > most ? '' : decodeUtf8(bytes)
}

// A refusal counts whatever its body is like.
async function refusalOf(response: Response, reading: Reading): Promise<string> {
  const text = await textOf(response, reading).catch(() => '')
  return brief(reasonIn(text, response.headers)) || (STATUS_CODES[response.status] ?? 'Refused')
}

// Texts for people, under the names that the contract, problem details (RFC 9457) and common frameworks use.
const reasons = ['msg', 'detail', 'message', 'title'] as const

function reasonIn(text: string, headers: Headers): string {
  if (/^text\/plain\b/i.test(headers.get('content-type') ?? '')) return text
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return ''
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(value))
  const found = reasons.map((name) => members.get(name))
  return found.find((reason): reason is string => typeof reason === 'string' && reason !== '') ?? ''
}

/** One line of at most 300 characters, which any UTF-8 writer takes. */
export const brief = (reason: string): string =>
  Array.from(
    toUSVString(reason)
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  )
    .slice(0, 300)
    .join('')

// The parser's own message would repeat a piece of the text.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fits<Id extends SealedId>(operation: Id, value: unknown): value is Answers[Id] {
  return predicates[operation](value)
}
