import type { Finding, Reconciliation } from './findings.ts'

const columns = ['kind', 'what', 'list', 'key', 'symbol', 'member', 'ours', 'theirs', 'count'] as const

/**
 * Lays the findings out as a table for people; the last line counts.
 *
 * @example
 * ```ts
 * import { formatReconcile } from '@custody-wallet/client/workflows'
 *
 * console.log(formatReconcile({ findings: [], compared: { entries: 8, agreeing: 4 } }))
 * // 0 findings, 4 agree, 8 entries compared
 * ```
 */
export function formatReconcile({ findings, compared }: Reconciliation): string {
  const summary = `${findings.length} findings, ${compared.agreeing} agree, ${compared.entries} entries compared`
  if (findings.length === 0) return `${summary}\n`
  const rows = [columns, ...findings.map((finding) => columns.map((column) => cellOf(finding, column)))]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [lines[0], rule, ...lines.slice(1), '', summary, ''].join('\n')
}

// Keys come from outside: what would move the cursor of a terminal is shown as a question mark.
const cellOf = (finding: Finding, column: (typeof columns)[number]): string =>
  String(finding[column] ?? '').replaceAll(/\p{C}/gu, '?')
