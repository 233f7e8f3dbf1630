// Findings as CSV (RFC 4180).
import type { Finding, reconcile } from '@custody-wallet/client/workflows'

import { escapeControls } from '../screen.ts'

const columns = ['kind', 'what', 'list', 'key', 'symbol', 'member', 'ours', 'theirs', 'count', 'ids'] as const
columns satisfies readonly (keyof Finding)[]

/** One line for each finding, below a line with the names of the columns. */
export const formatCsv = ({ findings }: ReturnType<typeof reconcile>): string =>
  [
    columns.join(','),
    ...findings.map((finding) => columns.map((column) => formatCell(finding[column])).join(',')),
  ].join('\r\n')

function formatCell(value: Finding[keyof Finding]): string {
  const text = escapeControls([value ?? ''].flat().join(' '))
  // A spreadsheet runs a text that begins like a formula, and keys come from outside.
  const plain = /^[=+\-@]/.test(text) ? `'${text}` : text
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
