import { formatRelativeTime, formatTime } from '@custody-wallet/pages'

import { capitalize } from '../../names.ts'
import type { RecordDescription } from '../../records/detail.ts'
import { recordKinds } from '../../records/kinds.ts'

/** Says what happens to a record next and when, as a sentence. */
export function describeNext({ kind, state, values, next }: RecordDescription, now: number): string {
  const definition = state === undefined ? undefined : recordKinds[kind].states?.states[state]
  if (!definition) return ''
  if (values['held'] === 1) return 'Held: nothing happens until you release it.'
  if (!next) return definition.isFinal ? 'Final: nothing happens automatically.' : 'Waits for a decision.'
  const { due, network, blocks } = next
  const target = capitalize(next.state)
  if (blocks !== undefined)
    return `${target} after ${blocks} more ${blocks === 1 ? 'block' : 'blocks'} of ${network}${due === null ? ', which you mine' : `, ${formatRelativeTime(due, now)}`}.`
  return due === null
    ? `${target} when you decide.`
    : `${target} automatically ${formatRelativeTime(due, now)} (${formatTime(due)}).`
}
