import { operations } from '@custody-wallet/types/operations'

/** What the token call is checked against. */
export interface TokenCheck {
  /** Credentials that are known; any text is, unless given. */
  readonly apiKeys?: readonly string[] | undefined
  /** Unix milliseconds; `Date.now` unless given. */
  readonly clock?: (() => number) | undefined
}

const secondsOf = (rule: string): number =>
  operations.getToken.limits.find((limit) => limit.rule === rule)?.value ?? 0

/** The failure that a token call gets, if any: codes of public documents. */
export function tokenRefusal(
  headers: Headers,
  { apiKeys, clock = Date.now }: TokenCheck,
): Response | undefined {
  const apiKey = headers.get('api-key') ?? ''
  if (apiKey === '') return failure(1002, 'Api-Key required')
  if (apiKeys && !apiKeys.includes(apiKey)) return failure(1008, 'Api-Key unknown')
  const time = headers.get('timestamp') ?? ''
  const behind = /^\d{1,16}$/.test(time) ? clock() - Number(time) : Number.NaN
  const accepted = behind <= secondsOf('token-clock') * 1000 && behind >= -secondsOf('token-future') * 1000
  return accepted ? undefined : failure(1005, 'timestamp invalid')
}

const failure = (code: number, msg: string): Response => Response.json({ code, msg })
