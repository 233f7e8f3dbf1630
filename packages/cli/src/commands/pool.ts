import { type PoolEvent, watchPool } from '@custody-wallet/client/workflows'
import { createMisuse, parseInteger } from '@custody-wallet/server/cli'

import type { Line, Run } from '../commands.ts'
import { toFailure } from '../failures.ts'
import { metricsOf } from '../pool/metrics.ts'
import { escapeControls, type Screen } from '../screen.ts'
import { createClient, readSettings } from '../settings.ts'

const formats: Readonly<Record<string, (events: readonly PoolEvent[], screen: Screen) => void>> = {
  table: (events, { print }) => events.forEach((event) => print(rowOf(event))),
  metrics: (events, { print }) => print(metricsOf(events)),
  json: (events, { value }) => events.forEach(value),
}

/** Checks each coin once. Exit code 1: a coin has too few addresses, or its check failed. */
export const run: Run<'pool'> = async (line, screen) => {
  const symbols = symbolsOf(line.positionals)
  const below = line.text('below')
  if (below === undefined)
    throw createMisuse('Give the fewest addresses that are enough, such as --below 1000.')
  const fewest = parseInteger('--below', below, [1, 999_999])
  const show = formats[formatOf(line)]
  const custody = await createClient(await readSettings(line, screen))
  const events: PoolEvent[] = []
  for await (const event of watchPool(custody, { symbols, below: fewest, once: true }))
    events.push(shown(event))
  show?.(events, screen)
  return events.every(({ kind }) => kind === 'enough') ? 0 : 1
}

// A coin that is given twice would get the same metric twice.
function symbolsOf(given: readonly string[]): readonly string[] {
  if (given.length === 0 || given.includes(''))
    throw createMisuse('Name the coins to check, such as custody pool BTC ETH --below 1000.')
  return [...new Set(given)]
}

function formatOf(line: Line<'pool'>): string {
  const format = line.text('format') ?? (line.has('json') ? 'json' : 'table')
  if (Object.hasOwn(formats, format)) return format
  throw createMisuse(`--format takes ${Object.keys(formats).join(', ')}, not ${format}.`)
}

/** The event with the message of its error, for the user. */
function shown(event: PoolEvent): PoolEvent {
  if (event.kind !== 'unknown') return event
  const { error, ...unknown } = event
  const failure = toFailure(error)
  if (!failure) throw error
  return { ...unknown, error: failure.message }
}

const rowOf = (event: PoolEvent): string =>
  escapeControls(
    `${event.symbol}  ${event.kind}  ${event.kind === 'unknown' ? String(event.error) : event.count}`,
  )
