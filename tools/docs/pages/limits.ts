import type { Call, Contract } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { valueSources } from './words.ts'

/** Every limit, and what a call may carry, from the operation table. */
export function createLimitsPage({ calls }: Contract): Page {
  const limited = calls.flatMap((call) => call.facts.limits.map((limit) => ({ call, limit })))
  return {
    path: 'limits',
    title: 'Limits of every call',
    summary:
      'Every limit by call, which lists are cut into batches, how pages follow each other, and what may be repeated.',
    section: 'What is known',
    markdown: joinParagraphs(
      '# Limits of every call',
      'The client keeps all of these. The guide [Limits](guides/limits.md) explains them in practice, and what is not a limit.',
      '## Limits',
      formatTable(
        ['Call', 'Limit', 'Source'],
        limited.map(({ call, limit }) => [
          formatLink(call),
          `${limit.value} ${limit.unit}`,
          limit.source === 'open' ? 'unknown' : valueSources[limit.source],
        ]),
      ),
      'How many calls may be made in a time is [not shown](open-points.md#rate-limits).',
      '## Lists of ids',
      formatTable(
        ['Call', 'Parameter', 'At most', 'What is counted'],
        calls.flatMap((call) => {
          const { batch } = call.facts
          return batch
            ? [
                [
                  formatLink(call),
                  `\`${batch.parameter}\``,
                  String(batch.maximum),
                  batch.caps === 'ids' ? 'ids that are sent' : 'records that come back',
                ],
              ]
            : []
        }),
      ),
      'An id that contains a comma cannot be sent, since a comma separates ids on the wire. Long lists make long addresses: see [URL length](guides/limits.md#url-length).',
      '## Pages',
      formatTable(
        ['Call', 'Continue with', 'Records a page'],
        calls.flatMap((call) => {
          const { cursor } = call.facts
          return cursor
            ? [
                [
                  formatLink(call),
                  `\`${cursor.parameter}\` = greatest \`${cursor.record}\` of the page`,
                  String(cursor.page),
                ],
              ]
            : []
        }),
      ),
      '## Repetition',
      formatTable(
        ['Call', 'After a failure of the connection'],
        calls.map((call) => [formatLink(call), formatRetry(call)]),
      ),
    ),
  }
}

const formatLink = ({ id }: Call): string => `[${id}](calls/${id}.md)`

/** Whether a call may be made again, in a sentence. */
export function formatRetry({ facts: { retry } }: Call): string {
  if (retry === 'safe') return 'may be repeated'
  if (retry === 'never') return 'is never repeated: read the state first'
  return `may be repeated with the same ${retry.idempotent.map((name) => `\`${name}\``).join(', ')}`
}
