import type { Finding, reconcile } from '@custody-wallet/client/workflows'

import { escapeControls } from '../screen.ts'

type Column = keyof Finding
const columns: readonly Column[] = ['kind', 'what', 'list', 'key', 'symbol', 'member', 'ours', 'theirs', 'count', 'ids']

/** Formats findings as CSV (RFC 4180) with a header line. */
export const formatCsv = ({ findings }: ReturnType<typeof reconcile>): string =>
  [
    columns.join(','),
    ...findings.map((finding) => columns.map((column) => formatCell(finding[column])).join(',')),
  ].join('\r\n')

function formatCell(value: Finding[keyof Finding]): string {
  const text = escapeControls([value ?? ''].flat().join(' '))
  // A spreadsheet would run a text that begins like a formula, and keys are untrusted.
  const plain = /^[=+\-@]/.test(text) ? `'${text}` : text
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
