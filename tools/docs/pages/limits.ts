import type { Call, Contract } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { points } from './open-points.ts'
import { formatAssumptionSource } from './words.ts'

export function createLimitsPage({ calls }: Contract): Page {
  const limited = calls.flatMap((call) => call.facts.limits.map((limit) => ({ call, limit })))
  return {
    path: 'limits',
    title: 'Limits of every call',
    summary: 'Limits, batches, pages and retries of every call.',
    section: 'Details',
    markdown: joinParagraphs(
      '# Limits of every call',
      'The client enforces these limits. They come from the interface; assumptions end with (source; setting that overrides it). See the guide [Limits](guides/limits.md) for details.',
      '## Limits',
      formatTable(
        ['Call', 'Limit'],
        limited.map(({ call, limit }) => [formatLink(call), formatLimit(limit)]),
      ),
      'Rate limits are an [open point](open-points.md#rate-limits).',
      '## Lists of ids',
      formatTable(
        ['Call', 'Parameter', 'Maximum', 'Counted'],
        calls.flatMap((call) => {
          const { batch, limits } = call.facts
          return batch
            ? [
                [
                  formatLink(call),
                  `\`${batch.parameter}\``,
                  `${batch.maximum}${formatSourceOf(limits.map(({ rule }) => rule))}`,
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

/** Open points about limits and retries, by rule or call. */
const assumedRules: Readonly<Record<string, string>> = {
  'mpc-batch': 'mpc-batch-maximum',
  pullWithdrawals: 'pull-repeats',
  cancelWithdrawal: 'cancel-repeats',
}

/** Formats the source of the first rule that is an assumption. */
function formatSourceOf(rules: readonly string[]): string {
  const point = rules.map((rule) => points[assumedRules[rule] ?? '']).find(Boolean)
  return point ? ` ${formatAssumptionSource(point)}` : ''
}

type Limit = Call['facts']['limits'][number]

export const formatLimit = ({ rule, value, unit }: Limit): string => `${value} ${unit}${formatSourceOf([rule])}`

/** Describes whether a call may be retried. */
export function formatRetry({ id, facts: { retry } }: Call): string {
  const source = formatSourceOf([id])
  if (retry === 'safe') return `safe${source}`
  if (retry === 'never') return 'never: read the state first'
  return `safe with the same ${retry.idempotent.map((name) => `\`${name}\``).join(', ')}${source}`
}
