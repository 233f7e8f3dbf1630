// The pool of a coin contains registered addresses that have no user yet.
import type { CallSettings } from '@custody-wallet/encryption'
import type { AddressRegistration, AvailableAddresses } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { checkCount } from '../../calls/checks.ts'
import type { ConfiguredClient } from '../../calls/client-settings.ts'
import type { SetTimer } from '../../calls/deadline.ts'
import { checkRetries, type Failure, createFailure, type RetryOptions } from '../retries.ts'
import { traceStep } from '../tracing.ts'
import {
  checkInterval,
  checkStrings,
  pause,
  type SourceOptions,
  createSourceOptions,
  throwIfAborted,
  type WorkflowOptions,
} from '../workflow.ts'

/** The calls for addresses. */
export interface AddressService {
  available(parameters: { readonly symbol: string }, options: SourceOptions): Promise<AvailableAddresses>
  register(parameters: AddressRegistration, options: SourceOptions): Promise<unknown>
}

/** A client, or only its calls for addresses. */
export type AddressClient<Service> = Service | (Partial<ConfiguredClient> & { readonly addresses: Service })

export const getAddressService = <Service extends object>(client: AddressClient<Service>): Service =>
  'addresses' in client ? client.addresses : client

const [push, pool] = operations.registerAddresses.limits

/** Most addresses of a push. */
export const maxPush: number = push.value
/** Name of the rule for the pool. */
export const poolRuleName: string = pool.rule

/** Whether a push is allowed with this number of available addresses. */
export const allowsPush: {
  readonly [When in CallSettings['pushWhen']]: (countAvailable: number) => boolean
} = {
  'below-5000': (countAvailable) => countAvailable < pool.value,
  'above-5000': (countAvailable) => countAvailable > pool.value,
}

/** Returns how many addresses of a coin are available. */
export async function countAvailable(
  service: Pick<AddressService, 'available'>,
  symbol: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const check = async (): Promise<number> => (await service.available({ symbol }, createSourceOptions(signal))).count
  return traceStep('check-pool', check, (count) => count)
}

/** Result of one check of the pool of a coin. `unknown`: the call failed. */
export type PoolEvent = { readonly symbol: string; readonly below: number } & (
  | { readonly kind: 'enough' | 'low'; readonly count: number }
  | ({ readonly kind: 'unknown' } & Failure)
)

export interface WatchOptions extends Pick<WorkflowOptions<never>, 'signal'>, RetryOptions {
  readonly symbols: readonly string[]
  /** A pool with fewer addresses is `low`. */
  readonly below: number
  /** Milliseconds between two checks. Default: 60,000. */
  readonly interval?: number | undefined
  readonly setTimer?: SetTimer | undefined
}

/**
 * Watches how many addresses are available, so that you can register new ones in time. Retries a round in which a check
 * fails with a `retryable` error.
 *
 * @example
 * ```ts
 * import { watchPool } from '@custody-wallet/client/workflows'
 *
 * const service = { available: async ({ symbol }: { symbol: string }) => ({ symbol, count: 900 }) }
 * const watch = watchPool(service, { symbols: ['BTC'], below: 1000, once: true })
 * for await (const event of watch) if (event.kind !== 'enough') console.log(`${event.symbol} is ${event.kind}`)
 * ```
 */
export function watchPool(
  client: AddressClient<Pick<AddressService, 'available'>>,
  options: WatchOptions,
): AsyncGenerator<PoolEvent, undefined> {
  const service = getAddressService(client)
  checkCount('below', options.below, 1)
  checkInterval('interval', options.interval ?? 0)
  checkRetries(options)
  // Without a coin, the watch would never report a low pool.
  const symbols = checkStrings('symbols', options.symbols)
  if (symbols.length === 0 || symbols.includes(''))
    throw new TypeError('symbols must contain at least one coin, and no empty string.')
  return generatePoolEvents(service, { ...options, symbols })
}

async function* generatePoolEvents(
  service: Pick<AddressService, 'available'>,
  options: WatchOptions,
): AsyncGenerator<PoolEvent, undefined> {
  const { symbols, interval = 60_000, once, signal } = options
  for (let failures = 0; ;) {
    let wait: number | undefined
    for (const symbol of symbols) {
      throwIfAborted(signal)
      const event = await checkPool(service, symbol, { ...options, failures })
      // The consumer may change its copy.
      yield { ...event }
      if (event.kind !== 'unknown' || once) continue
      if (event.wait === undefined) throw event.error
      wait = Math.max(wait ?? 0, event.wait)
    }
    if (once) return undefined
    failures = wait === undefined ? 0 : failures + 1
    await pause(wait ?? interval, options)
  }
}

async function checkPool(
  service: Pick<AddressService, 'available'>,
  symbol: string,
  { failures, ...options }: WatchOptions & { readonly failures: number },
): Promise<PoolEvent> {
  const { below, signal } = options
  try {
    const count = await countAvailable(service, symbol, signal)
    return { symbol, below, kind: count >= below ? 'enough' : 'low', count }
  } catch (error) {
    throwIfAborted(signal)
    return { symbol, below, kind: 'unknown', ...createFailure(error, failures + 1, options) }
  }
}
