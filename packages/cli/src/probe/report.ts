import type { ProfileSettings } from '@custody-wallet/encryption'

import { wrapText } from '../help.ts'
import { escapeControls, type Screen } from '../screen.ts'
import type { QuestionResult } from './run.ts'

const marks = {
  changed: 'yellow',
  learned: 'green',
  'as assumed': 'green',
  observed: 'green',
  unknown: 'dim',
} as const

/** Formats a question in lines of at most 80 characters. */
export function formatResult(
  { question, verdict, summary, evidence }: QuestionResult,
  { style }: Pick<Screen, 'style'>,
): string {
  const [first = '', ...more] = wrapText(escapeControls(`${verdict}: ${summary}`), 78)
  return [
    ...wrapText(question),
    `  ${first.replace(verdict, style(marks[verdict], verdict))}`,
    ...more.map((line) => `  ${line}`),
    ...evidence.flatMap((text) => wrapText(escapeControls(text), 76)).map((line) => `    ${line}`),
  ].join('\n')
}

/** Formats the settings as code to paste. */
export const formatProfileSettings = (profileSettings: Partial<ProfileSettings>): string =>
  Object.keys(profileSettings).length === 0
    ? 'The profile fits: no setting differs.'
    : `Profile to paste:\n\nexport const adapted = { ...profile, ...${JSON.stringify(profileSettings, undefined, 2)} }`

/** Formats the report as Markdown. */
export const formatMarkdown = (results: readonly QuestionResult[], profileSettings: Partial<ProfileSettings>): string =>
  [
    '# Open points of the service',
    '',
    '| question | summary | verdict | evidence |',
    '| --- | --- | --- | --- |',
    ...results.map(
      ({ question, summary, verdict, evidence }) =>
        `| ${[question, summary, verdict, evidence.join('; ')].map((cell) => escapeControls(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`,
    ),
    '',
    '## Settings',
    '',
    '```json',
    JSON.stringify(profileSettings, undefined, 2),
    '```',
    '',
  ].join('\n')
