import { reconcile } from '@custody-wallet/client/workflows'
import { misuse } from '@custody-wallet/server/cli'

import type { Line, Run } from '../commands.ts'
import { booksOf, onDay } from '../reconcile/books.ts'
import { csvOf } from '../reconcile/csv.ts'
import { tableOf } from '../reconcile/table.ts'
import type { Screen } from '../screen.ts'

const formats: Readonly<Record<string, (result: ReturnType<typeof reconcile>, screen: Screen) => void>> = {
  table: (result, { print }) => print(tableOf(result)),
  csv: (result, { print }) => print(csvOf(result)),
  json: ({ findings, compared }, { value }) => {
    for (const finding of findings) value(finding)
    value(compared)
  },
}

/** Compares the books. Exit code 1: they differ. */
export const run: Run<'reconcile'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw misuse('reconcile takes its files as options, such as --notified FILE.')
  const show = formats[formatOf(line)]
  const minerFee = feeOf(line.text('miner-fee'))
  const day = line.text('day')
  const range = day === undefined ? undefined : dayOf(day)
  const books = await booksOf(line, screen)
  const result = reconcile(range === undefined ? books : onDay(books, range), { minerFee })
  show?.(result, screen)
  return result.findings.length === 0 ? 0 : 1
}

function formatOf(line: Line<'reconcile'>): string {
  const format = line.text('format') ?? (line.has('json') ? 'json' : 'table')
  if (Object.hasOwn(formats, format)) return format
  throw misuse(`--format takes ${Object.keys(formats).join(', ')}, not ${format}.`)
}

function feeOf(member: string | undefined): 'fee' | 'real_fee' | null {
  if (member === undefined || member === 'fee' || member === 'real_fee') return member ?? null
  throw misuse(`--miner-fee takes fee or real_fee, not ${member}.`)
}

const millisecondsOfDay = 86_400_000

function dayOf(day: string): readonly [from: number, to: number] {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Date.parse takes the 31st of every month.
  if (!Number.isNaN(from) && new Date(from).toISOString().startsWith(day))
    return [from, from + millisecondsOfDay]
  throw misuse(`--day takes a day such as 2026-11-23, not ${day}.`)
}
