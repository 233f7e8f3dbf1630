import { operations } from '@custody-wallet/types/operations'

import { nodeOf } from '../description/description.ts'
import { credentialHeader, credentialRefusal } from '../plain/credential.ts'

/** Checks of the token call. */
export interface TokenCheck {
  /** Known credentials. Default: any text. */
  readonly apiKeys?: readonly string[] | undefined
  /** Returns Unix milliseconds. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
}

const secondsOf = (rule: string): number =>
  operations.getToken.limits.find((limit) => limit.rule === rule)?.value ?? 0

/** The failure of a token call, if any, with codes from public documents. */
export function tokenRefusal(
  headers: Headers,
  { apiKeys, clock = Date.now }: TokenCheck,
): Response | undefined {
  const missing = credentialRefusal(operations.getToken, headers)
  if (missing) return missing
  if (apiKeys && !apiKeys.includes(headers.get(credentialHeader) ?? ''))
    return failure(1008, `${credentialHeader} unknown`)
  const time = headers.get('timestamp') ?? ''
  const behind = /^\d{1,16}$/.test(time) ? clock() - Number(time) : Number.NaN
  const accepted = behind <= secondsOf('token-clock') * 1000 && behind >= -secondsOf('token-future') * 1000
  return accepted ? undefined : failure(1005, 'timestamp invalid')
}

const failure = (code: number, msg: string): Response => Response.json({ code, msg })

// The contract leaves a token's life open.
const life = 7_200_000

/** Sets the expiry of a token to the future, because callers reject the expired tokens of the examples. */
export function withExpiry(text: string, { clock = Date.now }: TokenCheck): string {
  const answer = nodeOf(JSON.parse(text))
  const data = nodeOf(answer['data'])
  if (!('expired_time' in data)) return text
  return JSON.stringify({ ...answer, data: { ...data, expired_time: clock() + life } })
}
