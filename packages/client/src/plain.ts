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
import { isHeaderText, checkSecureAddress } from './calls/checks.ts'
import type { ConfiguredClient } from './calls/client-settings.ts'
import { createPipeline, getRetry } from './calls/pipeline.ts'
import { createResources } from './calls/resources.ts'
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
  /** Headers of every call, for a server of your own between client and service. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The calls of the interface in plain JSON. */
export interface PlainClient extends Resources, ConfiguredClient {}

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
  const { url, segments = shippedSegments, headers = {}, insecureHosts = [] } = options
  const address = checkSecureAddress(url, 'url', insecureHosts)
  for (const text of Object.values(headers))
    if (!isHeaderText(text)) throw new TypeError('headers must be visible ASCII without spaces at the ends.')
  const protocol = createPlainProtocol({ address, segments, headers })
  return { ...createResources(createPipeline({ ...createSettings(options, { retry }), protocol })), settings: {} }
}

// Without a profile, it is unknown whether a pull is repeatable.
const retry: typeof getRetry = (operation) => (operation === 'pullWithdrawals' ? 'never' : getRetry(operation))
