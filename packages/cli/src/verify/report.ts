import { formatColumns, wrapText } from '../help.ts'
import { escapeControls } from '../screen.ts'
import type { Case } from './case.ts'
import type { CaseResult, ResultSheet, Verdict } from './verify.ts'

const marks: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  warn: 'warn',
  'not observable': '-',
}

const indent = ' '.repeat(18)

/** Formats a result; a failed case cites the sentence that requires it. */
export function formatCaseResult({ id, title, verdict, detail, sentence }: CaseResult): string {
  const citation = verdict === 'fail' && sentence !== undefined ? [`The interface: ${sentence}`] : []
  const texts = [title, ...(detail === undefined ? [] : [escapeControls(detail)]), ...citation]
  const lines = texts.flatMap((text) => wrapText(text, 62)).map((line) => `${indent}${line}`)
  return `${marks[verdict].padEnd(4)}  ${id.padEnd(12)}${lines.join('\n').trimStart()}`
}

/** Formats the last line of a result sheet. */
export const formatSummary = ({ counts, results }: ResultSheet): string =>
  `${results.length} ${results.length === 1 ? 'case' : 'cases'}: ${counts.pass} passed, ${counts.fail} failed, ${counts.warn} warned, ${counts['not observable']} not observable`

export const formatCases = (cases: readonly Case[]): string =>
  formatColumns(
    cases.map(({ id, title, sentence }) => [
      id,
      sentence === undefined ? `${title} (only warns: the interface does not require it)` : title,
    ]),
  ).join('\n')
