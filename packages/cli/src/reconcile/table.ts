import type { Finding, reconcile } from '@custody-wallet/client/workflows'

import { escapeControls } from '../screen.ts'

type Column = keyof Finding
const columns: readonly Column[] = ['kind', 'what', 'list', 'key', 'symbol', 'member', 'ours', 'theirs', 'count']

/** Formats findings as a table; the last line has the totals. */
export function formatTable({ findings, compared }: ReturnType<typeof reconcile>): string {
  const summary = `${findings.length} findings, ${compared.agreeing} agree, ${compared.entries} entries compared`
  if (findings.length === 0) return summary
  const rows = findings.map((finding) => columns.map((column) => escapeControls(String(finding[column] ?? ''))))
  const widths = columns.map((name, at) =>
    Math.max(...[name, ...rows.map((row) => row[at] ?? '')].map(({ length }) => length)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  const lines = [columns, rule, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', summary].join('\n')
}
