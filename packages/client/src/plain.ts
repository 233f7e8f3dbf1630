/**
 * Make the same calls without keys, from front ends: the mock, the sandbox and your own server serve this plain view. It
 * runs in browsers.
 *
 * @example
 * ```ts
 * import { createPlainClient } from '@custody-wallet/client/plain'
 *
 * const service = async () => Response.json({ open_main_chain: [], support_main_chain: [] })
 * const front = createPlainClient({ url: 'http://127.0.0.1:4010', fetch: service })
 * const { support_main_chain: chains } = await front.networks.list()
 * console.log(chains.length)
 * ```
 *
 * @module
 */
import { isConnectionHeader } from '@custody-wallet/types/http'

import type { CallDefaults } from './call.ts'
import { checkSecureAddress } from './calls/checks.ts'
import type { ConfiguredClient } from './calls/client-settings.ts'
import { createClient } from './calls/client.ts'
import { getRetry } from './calls/pipeline.ts'
import { type ClientOptions, createSettings } from './calls/settings.ts'
import type { Resources } from './generated/resources.ts'
import { createPlainProtocol } from './protocols/plain.ts'

export * from './common.ts'

/** Options of `createPlainClient`. */
export interface PlainClientOptions extends ClientOptions {
  /** URL that serves the plain view. */
  readonly url: string
  /** Fixed path segments. Default: those of the shipped profiles. */
  readonly segments?: Readonly<Record<'staking_protocol' | 'resource_chain', string>> | undefined
}

/** The calls of the interface in plain JSON. */
export interface PlainClient extends Resources, ConfiguredClient {
  /**
   * Makes the same calls from paths, queries and bodies of the plain view, for clients that accept a `fetch`. Ignores the
   * origin of the URL.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Returns a client with other call defaults, which shares the queue and the retry budget. */
  readonly with: (defaults: CallDefaults) => PlainClient
}

const shippedSegments = { staking_protocol: 'babylon', resource_chain: 'tron' } as const

/**
 * Creates a client of the plain view.
 *
 * @example
 * ```ts
 * import { createPlainClient } from '@custody-wallet/client/plain'
 *
 * const service = async () => Response.json({ code: '0', msg: 'success', data: [] })
 * const front = createPlainClient({ url: 'http://127.0.0.1:4010', fetch: service })
 * console.log(await front.withdrawals.list({ ids: ['order-1'] }))
 * ```
 */
export function createPlainClient(options: PlainClientOptions): PlainClient {
  const { url, segments = shippedSegments, insecureHosts = [] } = options
  const address = checkSecureAddress(url, 'url', insecureHosts)
  const protocol = createPlainProtocol({ address, segments })
  const settings = createSettings(options, { getRetry: retry, isReserved: isConnectionHeader })
  return createClient({ ...settings, protocol }, { settings: {} })
}

// Without a profile, it is unknown whether a pull is repeatable.
const retry: typeof getRetry = (operation) => (operation === 'pullWithdrawals' ? 'never' : getRetry(operation))
