import type { PoolEvent } from '@custody-wallet/client/workflows'

const metrics = [
  {
    name: 'custody_available_addresses',
    help: 'Registered addresses that no user has yet.',
    value: (event: PoolEvent) => ('count' in event ? event.count : 'NaN'),
  },
  {
    name: 'custody_available_addresses_low',
    help: '1 if fewer addresses are available than required.',
    value: ({ kind }: PoolEvent) => (kind === 'low' ? 1 : 0),
  },
  {
    name: 'custody_available_addresses_known',
    help: '1 if the last check succeeded.',
    value: ({ kind }: PoolEvent) => (kind === 'unknown' ? 0 : 1),
  },
] as const

/** Formats the checks of the pool in the text format of Prometheus. */
export const formatMetrics = (events: readonly PoolEvent[]): string =>
  metrics
    .flatMap(({ name, help, value }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...events.map((event) => `${name}{symbol="${escapeLabel(event.symbol)}"} ${value(event)}`),
    ])
    .join('\n')

const escapeLabel = (label: string): string =>
  label.replaceAll(/[\\"]/g, (character) => `\\${character}`).replaceAll('\n', String.raw`\n`)
