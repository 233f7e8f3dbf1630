import { reconcile } from '@custody-wallet/client/workflows'
import { createMisuse } from '@custody-wallet/demo/cli'

import type { Line, Run } from '../commands.ts'
import { readBooks, filterByDay } from '../reconcile/books.ts'
import { formatCsv } from '../reconcile/csv.ts'
import { formatTable } from '../reconcile/table.ts'
import type { Screen } from '../screen.ts'

const formats: Readonly<Record<string, (result: ReturnType<typeof reconcile>, screen: Screen) => void>> = {
  table: (result, { print }) => print(formatTable(result)),
  csv: (result, { print }) => print(formatCsv(result)),
  json: ({ findings, compared }, { value }) => {
    for (const finding of findings) value(finding)
    value(compared)
  },
}

/** Compares the books. Exit code 1 means that they differ. */
export const run: Run<'reconcile'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw createMisuse('custody reconcile accepts files only as options, such as --notified FILE.')
  const show = formats[readFormat(line)]
  const minerFee = readFee(line.text('miner-fee'))
  const day = line.text('day')
  const range = day === undefined ? undefined : parseDay(day)
  const books = await readBooks(line, screen)
  const result = reconcile(range === undefined ? books : filterByDay(books, range), { minerFee })
  show?.(result, screen)
  return result.findings.length === 0 ? 0 : 1
}

function readFormat(line: Line<'reconcile'>): string {
  const format = line.text('format') ?? (line.has('json') ? 'json' : 'table')
  if (Object.hasOwn(formats, format)) return format
  throw createMisuse(`--format must be one of ${Object.keys(formats).join(', ')}, not ${format}.`)
}

function readFee(field: string | undefined): 'fee' | 'real_fee' | null {
  if (field === undefined || field === 'fee' || field === 'real_fee') return field ?? null
  throw createMisuse(`--miner-fee must be fee or real_fee, not ${field}.`)
}

const dayInMilliseconds = 86_400_000

function parseDay(day: string): readonly [from: number, to: number] {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Date.parse accepts the 31st of every month.
  if (!Number.isNaN(from) && new Date(from).toISOString().startsWith(day)) return [from, from + dayInMilliseconds]
  throw createMisuse(`--day must be a day such as 2026-11-23, not ${day}.`)
}
