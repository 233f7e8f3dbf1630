import type { Call, Contract } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { valueSources } from './words.ts'

export function createLimitsPage({ calls }: Contract): Page {
  const limited = calls.flatMap((call) => call.facts.limits.map((limit) => ({ call, limit })))
  return {
    path: 'limits',
    title: 'Limits of every call',
    summary: 'Limits, batches, pages and retries of every call.',
    section: 'Details',
    markdown: joinParagraphs(
      '# Limits of every call',
      'The client enforces these limits. See the guide [Limits](guides/limits.md) for details.',
      '## Limits',
      formatTable(
        ['Call', 'Limit', 'Source'],
        limited.map(({ call, limit }) => [
          formatLink(call),
          `${limit.value} ${limit.unit}`,
          limit.source === 'open' ? 'unknown' : valueSources[limit.source],
        ]),
      ),
      'Rate limits are an [open point](open-points.md#rate-limits).',
      '## Lists of ids',
      formatTable(
        ['Call', 'Parameter', 'Maximum', 'Counted'],
        calls.flatMap((call) => {
          const { batch } = call.facts
          return batch
            ? [
                [
                  formatLink(call),
                  `\`${batch.parameter}\``,
                  String(batch.maximum),
                  batch.caps === 'ids' ? 'ids in the request' : 'records in the response',
                ],
              ]
            : []
        }),
      ),
      'Ids must not contain commas, which separate them on the wire. Long lists make long URLs: see [URL length](guides/limits.md#url-length).',
      '## Pages',
      formatTable(
        ['Call', 'Next page', 'Records per page'],
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
      '## Retries',
      formatTable(
        ['Call', 'Retry after a connection failure'],
        calls.map((call) => [formatLink(call), formatRetry(call)]),
      ),
    ),
  }
}

const formatLink = ({ id }: Call): string => `[${id}](calls/${id}.md)`

/** Describes whether a call may be retried. */
export function formatRetry({ facts: { retry } }: Call): string {
  if (retry === 'safe') return 'safe'
  if (retry === 'never') return 'never: read the state first'
  return `safe with the same ${retry.idempotent.map((name) => `\`${name}\``).join(', ')}`
}
