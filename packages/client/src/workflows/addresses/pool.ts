// The pool: addresses of a coin that are pushed and not yet given to a user.
import type { AddressRegistration, AvailableAddresses } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import { checkCount } from '../../calls/checks.ts'
import type { SetTimer } from '../../calls/deadline.ts'
import { checkRetries, type Failure, failureOf, type RetryOptions } from '../retries.ts'
import {
  checkInterval,
  checkTexts,
  pause,
  type SourceOptions,
  sourceOptions,
  throwIfAborted,
  type WorkflowOptions,
} from '../workflow.ts'

/** The two calls about addresses. */
export interface AddressService {
  /** How the profile reads the rule of 5000. */
  readonly poolRule?: PoolRule
  available(parameters: { readonly symbol: string }, options: SourceOptions): Promise<AvailableAddresses>
  register(parameters: AddressRegistration, options: SourceOptions): Promise<unknown>
}

/** A client, or only its calls about addresses. */
export type AddressesOf<Service> = Service | { readonly addresses: Service }

export const addressesOf = <Service extends object>(client: AddressesOf<Service>): Service =>
  'addresses' in client ? client.addresses : client

/** The two readings of the rule of 5000, as a profile names them. */
export type PoolRule = 'refuse-from-5000' | 'require-over-5000'

const [push, pool] = operations.registerAddresses.limits

/** Most addresses of a push. */
export const maxPush: number = push.value
/** Name of the rule about the pool. */
export const poolRuleName: string = pool.rule

/** Whether a push is allowed with this number of available addresses. */
export const allowsPush: { readonly [Rule in PoolRule]: (available: number) => boolean } = {
  'refuse-from-5000': (available) => available < pool.value,
  'require-over-5000': (available) => available > pool.value,
}

/**
 * Asks how many addresses of a coin are still available.
 *
 * @example
 * ```ts
 * import { available } from '@custody-wallet/client/workflows'
 *
 * const service = { available: async ({ symbol }: { symbol: string }) => ({ symbol, count: 4200 }) }
 * console.log(await available(service, 'BTC')) // 4200
 * ```
 */
export async function available(
  client: AddressesOf<Pick<AddressService, 'available'>>,
  symbol: string,
  { signal }: SourceOptions = {},
): Promise<number> {
  const { count } = await addressesOf(client).available({ symbol }, sourceOptions(signal))
  return count
}

/** Result of one check of the pool. `unknown`: the call failed. */
type PoolState =
  | { readonly kind: 'enough' | 'low'; readonly count: number }
  | ({ readonly kind: 'unknown' } & Failure)

/** Result of one check of the pool of a coin. */
export type PoolEvent = { readonly symbol: string; readonly below: number } & PoolState

export interface WatchOptions extends Pick<WorkflowOptions<never>, 'signal'>, RetryOptions {
  readonly symbols: readonly string[]
  /** The pool is low when it has fewer addresses. */
  readonly below: number
  /** Milliseconds between two checks. Default: 60,000. */
  readonly interval?: number | undefined
  readonly setTimer?: SetTimer | undefined
}

/** Yields events, and summarizes the last one of each coin. */
export interface PoolWatch extends AsyncIterable<PoolEvent, undefined> {
  /** The last events as text for Prometheus. */
  metrics(): string
  /** 0 if all coins have enough, 1 if one is low, 2 if one is unknown. */
  exitCode(): 0 | 1 | 2
}

/**
 * Watches how many addresses are available, so that new ones can be pushed in time. A round in which a check fails with a
 * `retryable` error is repeated after a wait.
 *
 * @example
 * ```ts
 * import { watchPool } from '@custody-wallet/client/workflows'
 *
 * const service = { available: async ({ symbol }: { symbol: string }) => ({ symbol, count: 900 }) }
 * const watch = watchPool(service, { symbols: ['BTC'], below: 1000, once: true })
 * for await (const event of watch) if (event.kind !== 'enough') console.log(`${event.symbol} is ${event.kind}`)
 * console.log(watch.metrics())
 * console.log(`exit code ${watch.exitCode()}`) // in a script: process.exitCode = watch.exitCode()
 * ```
 */
export function watchPool(
  client: AddressesOf<Pick<AddressService, 'available'>>,
  options: WatchOptions,
): PoolWatch {
  const service = addressesOf(client)
  checkCount('below', options.below, 1)
  checkInterval('interval', options.interval ?? 0)
  checkRetries(options)
  // Without a coin, the watch would never raise an alarm.
  const symbols = checkTexts('symbols', options.symbols)
  if (symbols.length === 0 || symbols.includes(''))
    throw new TypeError('symbols must name at least one coin.')
  const last = new Map<string, PoolEvent>()
  return {
    async *[Symbol.asyncIterator]() {
      for await (const event of poolEvents(service, { ...options, symbols })) {
        last.set(event.symbol, event)
        // The consumer may change its copy.
        yield { ...event }
      }
      return undefined
    },
    metrics: () => metricsOf([...last.values()]),
    exitCode: () => exitCodeOf(symbols.map((symbol) => last.get(symbol)?.kind ?? 'unknown')),
  }
}

async function* poolEvents(
  service: Pick<AddressService, 'available'>,
  options: WatchOptions,
): AsyncGenerator<PoolEvent, undefined> {
  const { symbols, below, interval = 60_000, once, signal } = options
  for (let failures = 0; ;) {
    let wait: number | undefined
    for (const symbol of symbols) {
      throwIfAborted(signal)
      const state = await stateOf(service, symbol, { ...options, failures })
      yield { symbol, below, ...state }
      if (state.kind !== 'unknown' || once) continue
      if (state.wait === undefined) throw state.error
      wait = Math.max(wait ?? 0, state.wait)
    }
    if (once) return undefined
    failures = wait === undefined ? 0 : failures + 1
    await pause(wait ?? interval, options)
  }
}

async function stateOf(
  service: Pick<AddressService, 'available'>,
  symbol: string,
  { failures, ...options }: WatchOptions & { readonly failures: number },
): Promise<PoolState> {
  const { below, signal } = options
  try {
    const count = await available(service, symbol, sourceOptions(signal))
    return { kind: count >= below ? 'enough' : 'low', count }
  } catch (error) {
    throwIfAborted(signal)
    return { kind: 'unknown', ...failureOf(error, failures + 1, options) }
  }
}

function exitCodeOf(kinds: readonly PoolEvent['kind'][]): 0 | 1 | 2 {
  if (kinds.includes('unknown')) return 2
  return kinds.includes('low') ? 1 : 0
}

const metrics = [
  {
    name: 'custody_available_addresses',
    help: 'Pushed addresses that are not yet given to a user.',
    value: (event: PoolEvent) => ('count' in event ? event.count : 'NaN'),
  },
  {
    name: 'custody_available_addresses_low',
    help: 'Whether fewer addresses are available than required.',
    value: (event: PoolEvent) => (event.kind === 'low' ? 1 : 0),
  },
  {
    name: 'custody_available_addresses_known',
    help: 'Whether the service answered the last check.',
    value: (event: PoolEvent) => (event.kind === 'unknown' ? 0 : 1),
  },
] as const

function metricsOf(events: readonly PoolEvent[]): string {
  const lines = metrics.flatMap(({ name, help, value }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...events.map((event) => `${name}{symbol="${escaped(event.symbol)}"} ${value(event)}`),
  ])
  return `${lines.join('\n')}\n`
}

const escaped = (label: string): string =>
  label.replaceAll(/[\\"]/g, (character) => `\\${character}`).replaceAll('\n', String.raw`\n`)
