// The questions to a provider: every open point, with the setting that overrides the assumption.
import type { openPoints } from '@custody-wallet/types'

import { formatSetting } from '../../codegen/open-points.ts'
import { joinParagraphs, formatTable } from '../page.ts'
import { getPointAnchor, type PlacedPoint, points } from './open-points.ts'
import { formatAssumption } from './words.ts'

/** Groups by the consequence of a wrong assumption, the most expensive first. */
const groups = {
  money: ['Money', 'Ask these first. A wrong assumption credits, pays or refunds twice or never, without an error.'],
  reading: ['Reading records', 'A wrong assumption misses records or confuses them.'],
  trust: [
    'Keys, signatures and access',
    'With a wrong assumption, the first call fails, or you trust unverified data.',
  ],
  names: ['Names and formats', 'With a wrong assumption, the first call fails. `custody probe` finds many of them.'],
  running: ['Operations', 'You need these facts for monitoring and planning.'],
} as const

const groupNames: { readonly [Id in keyof typeof openPoints]: keyof typeof groups } = {
  finality: 'money',
  'call-direction': 'money',
  'event-direction': 'money',
  'notification-memo': 'money',
  'notification-source': 'names',
  'pull-repeats': 'money',
  'pull-payer': 'money',
  'cancel-number': 'money',
  'cancel-repeats': 'money',
  'withdrawal-transitions': 'money',
  'withdrawal-status-3': 'money',
  'deposit-status': 'money',
  'miner-fee-field': 'money',
  'mpc-withdrawal-status': 'money',
  'pool-rule': 'money',
  'callback-topic': 'money',
  'first-cursor': 'reading',
  'page-order': 'reading',
  'page-end': 'reading',
  'miner-fee-without-cursor': 'reading',
  'unknown-ids': 'reading',
  'withdrawal-list-cursor': 'reading',
  'mpc-batch-maximum': 'reading',
  'miner-fee-status': 'reading',
  'transaction-kind': 'reading',
  'withdraw-source': 'reading',
  'staking-status': 'reading',
  'resource-type': 'reading',
  'buy-type': 'reading',
  'delegation-status': 'reading',
  'delegation-fields': 'reading',
  'country-code-kind': 'reading',
  sealing: 'trust',
  signature: 'trust',
  'text-encoding': 'trust',
  'key-formats': 'trust',
  'party-id': 'trust',
  'sealed-responses': 'trust',
  'empty-response': 'trust',
  'token-url': 'trust',
  'token-lifetime': 'trust',
  'token-attachment': 'trust',
  'timestamp-code': 'trust',
  'v1-time-unit': 'trust',
  'withdrawal-list-parameter': 'names',
  'account-parameters': 'names',
  'available-fields': 'names',
  'pull-fields': 'names',
  'deposit-fields': 'names',
  'register-fields': 'names',
  'internal-fields': 'names',
  'cancel-fields': 'names',
  'mpc-filled-fields': 'names',
  'notification-number-types': 'names',
  'code-types': 'names',
  'lenient-reading': 'names',
  'charset-case': 'names',
  'unknown-fields': 'names',
  'query-transport': 'names',
  'staking-protocol': 'names',
  'resource-chain': 'names',
  'mpc-failure': 'names',
  'failure-status': 'running',
  'error-codes': 'running',
  'rejection-codes': 'running',
  'rate-limits': 'running',
  deprecation: 'running',
}

export const createChecklist = (): string => joinParagraphs(...Object.entries(groups).map(formatGroup)).trimEnd()

const formatGroup = ([group, [title, why]]: readonly [string, readonly [string, string]]): string =>
  joinParagraphs(
    `### ${title}`,
    why,
    formatTable(
      ['Ask', 'We assume', 'If the answer differs'],
      Object.entries(groupNames)
        .filter(([, own]) => own === group)
        .map(([id]) => createRow(id)),
    ),
  ).trimEnd()

function createRow(id: string): readonly string[] {
  const point = points[id]
  if (!point) throw new TypeError(`There is no open point ${id}.`)
  return [`[${point.what}](${getPointAnchor(id)})`, formatAssumption(point), formatSettingChange(point)]
}

const formatSettingChange = ({ setting, other, assumed }: PlacedPoint): string => {
  if (setting !== undefined) return `\`${formatSetting(setting, other)}\``
  return assumed === undefined ? 'Your own code decides.' : 'It cannot be changed yet.'
}
