import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'

import type { AccessTokenGrant } from '@custody-wallet/types'
import { checkOptions, type OptionNames, parseStrictly, isObject } from '@custody-wallet/types/validate'

/** Stores revoked tokens until they expire. Several processes can share it. */
export interface RevocationStore {
  revoke(id: string, until: number): void | Promise<void>
  isRevoked(id: string): boolean | Promise<boolean>
}

export interface TokenOptions {
  /** Signing key of at least 32 bytes, as a string or bytes; random unless given. All processes need the same one. */
  readonly secret?: Uint8Array | string | undefined
  /** Lifetime of a token in milliseconds; two hours unless given. */
  readonly lifetime?: number | undefined
  /** Store of revoked tokens; in memory unless given. */
  readonly store?: RevocationStore | undefined
}

/** Content of a valid token. */
export interface TokenInfo {
  readonly id: string
  readonly appId: string
  readonly expires: number
}

export interface Tokens {
  readonly grant: (appId: string) => AccessTokenGrant
  /** Returns the content of a valid token; `undefined` for any other text. */
  readonly check: (token: string) => Promise<TokenInfo | undefined>
  readonly revoke: (token: string) => Promise<void>
}

const optionNames = { secret: true, lifetime: true, store: true } as const satisfies OptionNames<TokenOptions>

export function createTokens(options: TokenOptions = {}, clock: () => number = Date.now): Tokens {
  const { secret = randomBytes(32), lifetime = 7_200_000, store = createMemoryStore(clock) } = options
  checkOptions(options, optionNames, 'token')
  const bytes: unknown = typeof secret === 'string' ? Buffer.from(secret) : secret
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < 32)
    throw new TypeError(
      "token.secret must be a string or a Uint8Array of at least 32 bytes, such as randomBytes(32).toString('hex').",
    )
  if (!Number.isSafeInteger(lifetime) || lifetime < 1)
    throw new TypeError('token.lifetime must be an integer of milliseconds from 1.')
  // Copies the key, because a caller may erase its bytes.
  const key = createSecretKey(bytes)
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')

  function read(token: string): TokenInfo | undefined {
    const [content = '', signature = '', ...rest] = token.split('.')
    // Compares texts, because several texts decode to the same bytes.
    const [actualSignature, expectedSignature] = [Buffer.from(signature), Buffer.from(sign(content))]
    if (
      rest.length > 0 ||
      actualSignature.byteLength !== expectedSignature.byteLength ||
      !timingSafeEqual(actualSignature, expectedSignature)
    )
      return undefined
    const facts = parseStrictly(Buffer.from(content, 'base64url'))
    return isTokenInfo(facts) ? facts : undefined
  }

  return {
    grant(appId) {
      const facts: TokenInfo = {
        id: randomBytes(16).toString('base64url'),
        appId,
        expires: clock() + lifetime,
      }
      const content = Buffer.from(JSON.stringify(facts)).toString('base64url')
      return {
        access_token: `${content}.${sign(content)}`,
        expired_time: facts.expires,
      }
    },
    async check(token) {
      const facts = read(token)
      const isRunning = facts !== undefined && facts.expires > clock()
      return isRunning && !(await store.isRevoked(facts.id)) ? facts : undefined
    },
    async revoke(token) {
      const facts = read(token)
      if (facts) await store.revoke(facts.id, facts.expires)
    },
  }
}

const isTokenInfo = (value: unknown): value is TokenInfo =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['appId'] === 'string' &&
  Number.isFinite(value['expires'])

function createMemoryStore(clock: () => number): RevocationStore {
  const revocations = new Map<string, number>()
  return {
    revoke(id, until) {
      for (const [old, end] of revocations) if (end <= clock()) revocations.delete(old)
      revocations.set(id, until)
    },
    isRevoked: (id) => revocations.has(id),
  }
}
