import { type PoolEvent, watchPool } from '@custody-wallet/client/workflows'
import { createMisuse, parseInteger } from '@custody-wallet/demo/cli'

import type { Line, Run } from '../commands.ts'
import { toFailure } from '../failures.ts'
import { formatMetrics } from '../pool/metrics.ts'
import { escapeControls, type Screen } from '../screen.ts'
import { createClient, readSettings } from '../settings.ts'

const formats: Readonly<Record<string, (events: readonly PoolEvent[], screen: Screen) => void>> = {
  table: (events, { print }) => events.forEach((event) => print(formatRow(event))),
  metrics: (events, { print }) => print(formatMetrics(events)),
  json: (events, { value }) => events.forEach(value),
}

/** Checks each coin once. Exit code 1 means that a coin has too few addresses, or that its check failed. */
export const run: Run<'pool'> = async (line, screen) => {
  const symbols = readSymbols(line.positionals)
  const below = line.text('below')
  if (below === undefined)
    throw createMisuse('Set the lowest number of addresses that is enough, such as --below 1000.')
  const fewest = parseInteger('--below', below, [1, 999_999])
  const show = formats[readFormat(line)]
  const custody = await createClient(await readSettings(line, screen))
  const events: PoolEvent[] = []
  for await (const event of watchPool(custody, { symbols, below: fewest, once: true }))
    events.push(describeError(event))
  show?.(events, screen)
  return events.every(({ kind }) => kind === 'enough') ? 0 : 1
}

// Duplicates would print the same metric twice.
function readSymbols(symbols: readonly string[]): readonly string[] {
  if (symbols.length === 0 || symbols.includes(''))
    throw createMisuse('Name the coins to check, such as custody pool BTC ETH --below 1000.')
  return [...new Set(symbols)]
}

function readFormat(line: Line<'pool'>): string {
  const format = line.text('format') ?? (line.has('json') ? 'json' : 'table')
  if (Object.hasOwn(formats, format)) return format
  throw createMisuse(`--format must be one of ${Object.keys(formats).join(', ')}, not ${format}.`)
}

function describeError(event: PoolEvent): PoolEvent {
  if (event.kind !== 'unknown') return event
  const { error, ...unknown } = event
  const failure = toFailure(error)
  if (!failure) throw error
  return { ...unknown, error: failure.message }
}

const formatRow = (event: PoolEvent): string =>
  escapeControls(`${event.symbol}  ${event.kind}  ${event.kind === 'unknown' ? String(event.error) : event.count}`)
