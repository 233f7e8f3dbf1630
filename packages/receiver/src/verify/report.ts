import type { Case } from './case.ts'
import type { CaseResult, ResultSheet, Verdict } from './verify.ts'

const marks: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  warn: 'warn',
  'not observable': '-',
}

/** A result as text, with the sentence that a failed case cites. */
export function resultText({ id, title, verdict, detail, sentence }: CaseResult): string {
  const line = `${marks[verdict].padEnd(4)}  ${id.padEnd(10)}  ${title}`
  const more = [
    detail,
    verdict === 'fail' && sentence !== undefined ? `The interface: ${sentence}` : undefined,
  ]
  return [line, ...more.filter((text) => text !== undefined).map((text) => `${' '.repeat(18)}${text}`)].join(
    '\n',
  )
}

/** The last line of a result sheet. */
export const summaryText = ({ counts, results }: ResultSheet): string =>
  `${results.length} ${results.length === 1 ? 'case' : 'cases'}: ${counts.pass} passed, ${counts.fail} failed, ${counts.warn} warned, ${counts['not observable']} not observable`

/**
 * A result sheet as text.
 *
 * @example
 * ```ts
 * import { type ResultSheet, sheetText } from '@custody-wallet/receiver/verify'
 *
 * export const print = (sheet: ResultSheet): void => console.log(sheetText(sheet))
 * ```
 */
export const sheetText = (sheet: ResultSheet): string =>
  [`${sheet.url}, profile ${sheet.profile}`, ...sheet.results.map(resultText), summaryText(sheet)].join('\n')

/** A case as a line of a list. */
export const caseText = ({ id, title, sentence }: Case): string =>
  `${id.padEnd(10)}  ${title}${sentence === undefined ? ' (no sentence requires it: it warns)' : ''}`
