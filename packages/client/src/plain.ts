/**
 * The same calls without keys, for front ends: over the plain view, as the mock and the plain sandbox serve it. Runs in
 * browsers.
 *
 * @example
 * ```ts
 * import { plain } from '@custody-wallet/client/plain'
 *
 * const service = async () => Response.json({ open_main_chain: [], support_main_chain: [] })
 * const front = plain({ url: 'http://127.0.0.1:4010', fetch: service })
 * const { support_main_chain: chains } = await front.networks.list()
 * console.log(chains.length)
 * ```
 *
 * @module
 */
import { checkedAddress } from './calls/addresses.ts'
import { withSettings } from './calls/client-settings.ts'
import { offerResources } from './calls/offer.ts'
import { pipelineOf, type PipelineOptions } from './calls/pipeline.ts'
import { retryOf } from './calls/retries.ts'
import { type ClientOptions, settingsOf } from './calls/settings.ts'
import type { Resources } from './generated/resources.ts'
import { isHeaderText } from './speech/headers.ts'
import { plainSpeech } from './speech/plain.ts'

export * from './common.ts'

/** What `plain` needs to know, and what it may be told. */
export interface PlainOptions extends ClientOptions {
  /** Address that serves the plain view. */
  readonly url: string
  /** Path segments with a fixed text; those of the shipped profiles unless given. */
  readonly segments?: Readonly<Record<'staking_protocol' | 'resource_chain', string>> | undefined
  /** Headers of every call, for a server of your own in between. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

const shippedSegments = { staking_protocol: 'babylon', resource_chain: 'tron' } as const

/**
 * Makes the calls of the plain view.
 *
 * @example
 * ```ts
 * import { plain } from '@custody-wallet/client/plain'
 *
 * const service = async () => Response.json({ code: '0', msg: 'success', data: [] })
 * const front = plain({ url: 'http://127.0.0.1:4010', fetch: service })
 * console.log(await front.withdrawals.list({ ids: ['order-1'] }))
 * ```
 */
export function plain(options: PlainOptions): Resources {
  const { url, segments = shippedSegments, headers = {}, insecureHosts = [] } = options
  const address = checkedAddress(url, 'url', insecureHosts)
  for (const text of Object.values(headers))
    if (!isHeaderText(text)) throw new TypeError('headers must be visible ASCII, trimmed.')
  const speech = plainSpeech({ address, segments, headers })
  return withSettings(
    offerResources(pipelineOf({ ...settingsOf(options, { retry, completed }), speech })),
    {},
  )
}

// No profile says that a pull is repeatable, and the server in between may ask for one that is not.
const retry: typeof retryOf = (operation) => (operation === 'pullWithdrawals' ? 'never' : retryOf(operation))

const completed: PipelineOptions['completed'] = async (error, sent) => {
  const { inDoubt } = await import('./calls/in-doubt.ts')
  return inDoubt(retry)(error, sent)
}
