import {
  counted,
  type MoveOptions,
  pause,
  resting,
  type SetTimer,
  sourceOptions,
  textsIn,
  throwIfAborted,
} from '../moves.ts'
import { type AddressesOf, addressesOf, type AddressService, available } from './pool.ts'

/** What a look at the pool of a coin found. */
export type PoolEvent = { readonly symbol: string; readonly below: number } & (
  | { readonly kind: 'enough' | 'low'; readonly count: number }
  /** Nobody knows how many addresses there are. */
  | { readonly kind: 'unknown'; readonly error: unknown }
)

export interface WatchOptions extends Pick<MoveOptions<never>, 'signal'> {
  readonly symbols: readonly string[]
  /** Fewer available addresses than these are too few. */
  readonly below: number
  /** Milliseconds between two looks; 60,000 unless given. */
  readonly interval?: number | undefined
  /** Ends after one look at each coin. */
  readonly once?: boolean | undefined
  readonly setTimer?: SetTimer | undefined
}

/** Events of the pools, and what was last seen of them. */
export interface PoolWatch extends AsyncIterable<PoolEvent, undefined> {
  /** The last look as text for Prometheus. */
  metrics(): string
  /** 0 where all coins have enough, 1 where one is low, 2 where one is unknown. */
  exitCode(): 0 | 1 | 2
}

/**
 * Watches how many addresses are still available, so that users never run out of them.
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
  counted('below', options.below, 1)
  resting('interval', options.interval ?? 0)
  // Nothing to watch would be no alarm for ever.
  const symbols = textsIn('symbols', options.symbols)
  if (symbols.length === 0 || symbols.includes('')) throw new TypeError('symbols must name a coin.')
  const last = new Map<string, PoolEvent>()
  return {
    async *[Symbol.asyncIterator]() {
      for await (const event of looks(service, { ...options, symbols })) {
        last.set(event.symbol, event)
        // Whoever is handed an event may alter it.
        yield { ...event }
      }
      return undefined
    },
    metrics: () => metricsOf([...last.values()]),
    exitCode: () => exitCodeOf(symbols.map((symbol) => last.get(symbol)?.kind ?? 'unknown')),
  }
}

async function* looks(
  service: Pick<AddressService, 'available'>,
  { symbols, below, interval = 60_000, once, signal, setTimer }: WatchOptions,
): AsyncGenerator<PoolEvent, undefined> {
  for (;;) {
    for (const symbol of symbols) {
      throwIfAborted(signal)
      yield { symbol, below, ...(await look(service, { symbol, below, signal })) }
    }
    if (once) return undefined
    await pause(interval, { signal, setTimer })
  }
}

type Seen =
  | { readonly kind: 'enough' | 'low'; readonly count: number }
  | { readonly kind: 'unknown'; readonly error: unknown }

async function look(
  service: Pick<AddressService, 'available'>,
  {
    symbol,
    below,
    signal,
  }: { readonly symbol: string; readonly below: number } & Pick<WatchOptions, 'signal'>,
): Promise<Seen> {
  try {
    const count = await available(service, symbol, sourceOptions(signal))
    return { kind: count >= below ? 'enough' : 'low', count }
  } catch (error) {
    throwIfAborted(signal)
    return { kind: 'unknown', error }
  }
}

function exitCodeOf(kinds: readonly PoolEvent['kind'][]): 0 | 1 | 2 {
  if (kinds.includes('unknown')) return 2
  return kinds.includes('low') ? 1 : 0
}

const metrics = [
  {
    name: 'custody_available_addresses',
    help: 'Pushed addresses that no user has yet.',
    value: (event: PoolEvent) => ('count' in event ? event.count : 'NaN'),
  },
  {
    name: 'custody_available_addresses_low',
    help: 'Whether fewer addresses are available than wanted.',
    value: (event: PoolEvent) => (event.kind === 'low' ? 1 : 0),
  },
  {
    name: 'custody_available_addresses_known',
    help: 'Whether the service said how many there are.',
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
