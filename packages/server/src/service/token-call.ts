import { codes, type TokenResponse } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { type FindMerchant, isAllowed } from './merchants.ts'
import type { Tokens } from './tokens.ts'

export interface TokenCallOptions {
  readonly find: FindMerchant
  readonly tokens: Tokens
  readonly clock: () => number
}

export interface TokenOutcome {
  readonly response: TokenResponse
  readonly appId: string | undefined
}

export async function respondToTokenCall(
  headers: Headers,
  address: string | undefined,
  { find, tokens, clock }: TokenCallOptions,
): Promise<TokenOutcome> {
  const { code, appId } = await checkTokenCall(headers, address, { find, clock })
  return {
    response: code === 0 ? { code, msg: 'success', data: tokens.grant(appId) } : createTokenFailure(code),
    appId,
  }
}

type TokenErrorCode = 1002 | 1003 | 1005 | 1008

type TokenCheck =
  | { readonly code: 0; readonly appId: string }
  | { readonly code: TokenErrorCode; readonly appId: string | undefined }

/** Checks the Api-Key, then the address, then the timestamp of a token call. */
export async function checkTokenCall(
  headers: Headers,
  address: string | undefined,
  { find, clock }: Omit<TokenCallOptions, 'tokens'>,
): Promise<TokenCheck> {
  const apiKey = headers.get('api-key')
  if (!apiKey) return { code: 1002, appId: undefined }
  const merchant = await find({ apiKey })
  if (!merchant) return { code: 1008, appId: undefined }
  const { appId } = merchant.party.profile
  if (!isAllowed(merchant, address)) return { code: 1003, appId }
  return { code: isFresh(headers.get('timestamp') ?? '', clock()) ? 0 : 1005, appId }
}

export const createTokenFailure = (code: TokenErrorCode): TokenResponse => ({
  code,
  msg: codes.token[code].meaning,
})

const getSeconds = (rule: string): number => operations.getToken.limits.find((limit) => limit.rule === rule)?.value ?? 0
const [maxBehind, maxAhead] = [getSeconds('token-clock') * 1000, getSeconds('token-future') * 1000]

/** Whether a timestamp is at most 60 seconds in the past and not in the future. */
function isFresh(timestamp: string, now: number): boolean {
  const behind = /^\d{1,16}$/.test(timestamp) ? now - Number(timestamp) : Number.NaN
  return behind <= maxBehind && behind >= -maxAhead
}
