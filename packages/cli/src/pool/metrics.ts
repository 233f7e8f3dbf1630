// Checks of the pool as metrics, in the text format of Prometheus.
import type { PoolEvent } from '@custody-wallet/client/workflows'

const metrics = [
  {
    name: 'custody_available_addresses',
    help: 'Registered addresses that are not yet given to a user.',
    value: (event: PoolEvent) => ('count' in event ? event.count : 'NaN'),
  },
  {
    name: 'custody_available_addresses_low',
    help: 'Whether fewer addresses are available than required.',
    value: ({ kind }: PoolEvent) => (kind === 'low' ? 1 : 0),
  },
  {
    name: 'custody_available_addresses_known',
    help: 'Whether the service answered the last check.',
    value: ({ kind }: PoolEvent) => (kind === 'unknown' ? 0 : 1),
  },
] as const

/** Three metrics of each coin. */
export const metricsOf = (events: readonly PoolEvent[]): string =>
  metrics
    .flatMap(({ name, help, value }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...events.map((event) => `${name}{symbol="${escaped(event.symbol)}"} ${value(event)}`),
    ])
    .join('\n')

const escaped = (label: string): string =>
  label.replaceAll(/[\\"]/g, (character) => `\\${character}`).replaceAll('\n', String.raw`\n`)
