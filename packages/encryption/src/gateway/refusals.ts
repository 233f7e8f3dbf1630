import type { MpcFailure } from '@custody-wallet/types'
import type { Issue } from '@custody-wallet/types/validate'

import type { Profile, Refusals, SealedFamily } from '../profile/profile.ts'

/** Thrown inside where the answer is settled: it says nothing beyond its status. */
export class Refusal extends Error {
  readonly answer: Response

  constructor(answer: Response) {
    super(`Answered ${answer.status}.`)
    this.answer = answer
  }
}

/** An answer without a body. */
export const emptyAnswer = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers })

export const notFound = (): Refusal => new Refusal(emptyAnswer(404))
export const notAllowed = (methods: readonly string[]): Refusal =>
  new Refusal(emptyAnswer(405, { allow: methods.join(', ') }))
export const timedOut = (): Refusal => new Refusal(emptyAnswer(408))
export const tooLarge = (): Refusal => new Refusal(emptyAnswer(413))

/** What callers answer with; nothing of it may rest in a cache on the way. */
export const jsonAnswer = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })

/** Codes of refusal, by family. */
export type RefusalCodes = { readonly [F in SealedFamily]: Pick<Refusals, 'refused'> }

/**
 * The codes that `modern` and `classic` share. A message that names no merchant, or an unknown one, has no profile to
 * take a code from, and has to be refused in the same bytes as a spoilt message of a known merchant.
 */
export const sharedCodes: RefusalCodes = {
  v2: { refused: 100005 },
  mpc: { refused: 100005 },
  v1: { refused: 100008 },
}

const codeAs: { readonly [F in SealedFamily]: (code: number) => string | number } = {
  v2: String,
  mpc: String,
  v1: (code) => code,
}
const blanks: { readonly [F in SealedFamily]: object } = { v2: {}, mpc: {}, v1: { data: '', sign: '' } }

/** The one answer to everything from framing to signature. */
export const rejectedAnswer = (family: SealedFamily, codes: RefusalCodes): Response =>
  jsonAnswer(
    JSON.stringify({ ...failure(family, codes[family].refused, 'ENVELOPE_REJECTED'), ...blanks[family] }),
  )

/** A plain answer that says that an authentic request does not fit. */
export const invalidAnswer = (family: SealedFamily, { codes }: Profile, reason: string): MpcFailure =>
  failure(family, codes[family].invalid, reason)

const failure = (family: SealedFamily, code: number, msg: string): MpcFailure => ({
  code: codeAs[family](code),
  msg,
})

/** Issues in one line. Names of members that look like none of the contract may be content, and are left out. */
export const reasonOf = (issues: readonly Issue[]): string =>
  issues
    .map(({ pointer, message }) => `${pointer.split('/').map(pieceOf).join('/')} ${message}`.trim())
    .join('; ')

const pieceOf = (piece: string): string => (/^([a-z_]{0,32}|[0-9]{1,5})$/.test(piece) ? piece : '*')
