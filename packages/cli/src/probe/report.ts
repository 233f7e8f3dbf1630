// What the probes found, for people and for files.
import type { Knobs } from '@custody-wallet/encryption'

import { wrapped } from '../help.ts'
import { printable, type Screen } from '../screen.ts'
import type { Answered } from './run.ts'

const marks = {
  changed: 'yellow',
  learned: 'green',
  'as assumed': 'green',
  observed: 'green',
  unknown: 'dim',
} as const

/** One question as lines of at most 80 characters. */
export function answeredText(
  { question, verdict, answer, evidence }: Answered,
  { style }: Pick<Screen, 'style'>,
): string {
  const [first = '', ...more] = wrapped(printable(`${verdict}: ${answer}`), 78)
  return [
    ...wrapped(question),
    `  ${first.replace(verdict, style(marks[verdict], verdict))}`,
    ...more.map((line) => `  ${line}`),
    ...evidence.flatMap((text) => wrapped(printable(text), 76)).map((line) => `    ${line}`),
  ].join('\n')
}

/** The knobs as code to paste. */
export const knobsText = (knobs: Partial<Knobs>): string =>
  Object.keys(knobs).length === 0
    ? 'The profile fits: no knob differs.'
    : `Profile to paste:\n\nexport const adapted = { ...profile, ...${JSON.stringify(knobs, undefined, 2)} }`

/** The whole report as Markdown. */
export const markdownOf = (answered: readonly Answered[], knobs: Partial<Knobs>): string =>
  [
    '# Open points of the service',
    '',
    '| question | answer | verdict | evidence |',
    '| --- | --- | --- | --- |',
    ...answered.map(
      ({ question, answer, verdict, evidence }) =>
        `| ${[question, answer, verdict, evidence.join('; ')].map((cell) => printable(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`,
    ),
    '',
    '## Knobs',
    '',
    '```json',
    JSON.stringify(knobs, undefined, 2),
    '```',
    '',
  ].join('\n')
