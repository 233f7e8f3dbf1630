// Outcomes of control calls as sentences, with a link to what they created or changed.
import { isObject } from '@custody-wallet/types/validate'

import type { ControlId } from '../generated/calls.ts'
import { capitalize } from '../names.ts'
import { type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listNames } from '../states/table.ts'
import type { Link, Notice } from './access.ts'
import { getCallDescription } from './forms.ts'
import { formatLink, formatListLink, formatRecordLink } from './links.ts'

type Result = Pick<Notice, 'link' | 'title' | 'tone'>
/** Fields of parameters or of a response as texts; a list is its length. */
type Texts = Readonly<Record<string, string>>

const createRecordLink = (kind: RecordKindName, id = ''): Link => ({
  text: `${capitalize(recordKinds[kind].title)} ${id}`,
  href: formatRecordLink(kind, Number(id)),
})

const succeed = (title: string, link?: Link): Result => ({ title, tone: 'good', link })
const warn = (title: string, link?: Link): Result => ({ title, tone: 'wait', link })

const count = (number: string | undefined, one: string, many = `${one}s`): string =>
  `${Number(number).toLocaleString('en')} ${Number(number) === 1 ? one : many}`

const faultsLink = { text: 'Faults', href: formatLink('/faults') }
const notificationsLink = { text: 'Notifications', href: formatLink('/notifications') }
const merchantLink = { text: 'Merchant', href: formatLink('/merchant') }

const results: { readonly [Id in ControlId]?: (parameters: Texts, response: Texts) => Result } = {
  'users.create': (_, { uid }) => succeed(`Created user ${uid}.`, createRecordLink('user', uid)),
  'addresses.assign': ({ uid, symbol }, { address }) =>
    succeed(`Assigned the ${symbol} address ${address}.`, createRecordLink('user', uid)),
  'addresses.generate': ({ symbol, count: added }) =>
    succeed(`Added ${count(added, `${symbol} address`, `${symbol} addresses`)}.`, {
      text: 'Addresses',
      href: formatListLink('address', { symbol }),
    }),
  'chain.pay': ({ amount, symbol, to }, { deposit, hint }) =>
    deposit === undefined
      ? warn(`Paid ${amount} ${symbol}. ${hint}`)
      : succeed(`Paid ${amount} ${symbol} to ${to}.`, createRecordLink('deposit', deposit)),
  'chain.mine': ({ blocks = '1', network }) =>
    succeed(`Mined ${count(blocks, 'block')} ${network === undefined ? 'on every network' : `on ${network}`}.`),
  'chain.reorg': ({ depth, network }) => succeed(`Removed ${count(depth, 'block')} of ${network} and replaced them.`),
  'deposits.hold': ({ id }) => succeed(`Deposit ${id} is held.`),
  'deposits.release': ({ id }) => succeed(`Deposit ${id} is released.`),
  'withdrawals.audit': ({ id, by, decision }) =>
    succeed(`Withdrawal ${id} is ${decision === 'approve' ? 'approved' : 'rejected'} by the ${by}.`),
  'withdrawals.hold': ({ id }) => succeed(`Withdrawal ${id} is held.`),
  'withdrawals.release': ({ id }) => succeed(`Withdrawal ${id} is released.`),
  'faults.add': (_, { id, kind }) => succeed(`Added fault ${id}: ${kind}.`, faultsLink),
  'faults.remove': ({ id }) => succeed(`Removed fault ${id}.`, faultsLink),
  'faults.clear': () => succeed('Removed all faults.', faultsLink),
  'merchants.create': ({ appId }) => succeed(`Created merchant ${appId}.`, merchantLink),
  'merchants.update': ({ appId }) => succeed(`Changed merchant ${appId}.`, merchantLink),
  'notifications.redeliver': ({ id }) =>
    succeed(`Notification ${id} is sent again.`, {
      text: `Notification ${id}`,
      href: formatLink(`/notifications/${id}`),
    }),
  'notifications.redeliverAll': (_, { count: resent }) =>
    succeed(`${count(resent, 'notification')} sent again.`, notificationsLink),
  'notifications.send': () => succeed('The notifications are sent.', notificationsLink),
  'time.advance': ({ duration }) => succeed(`Advanced the clock by ${duration}.`),
  'time.freeze': () => succeed('The clock stands still.'),
  'time.unfreeze': () => succeed('The clock runs.'),
  'time.runUntilIdle': (_, { timers, failed }) =>
    Number(failed) > 0
      ? warn(`Ran ${count(timers, 'timer')}, of which ${failed} failed.`)
      : succeed(`Ran ${count(timers, 'timer')}. Nothing else is due.`),
  'withdrawals.request': (_, { id }) => succeed(`Requested withdrawal ${id}.`, createRecordLink('withdrawal', id)),
  'scenarios.run': ({ name }) => succeed(`Ran the scenario ${name}.`, { text: 'Overview', href: formatLink('/') }),
  reset: () => succeed('This is a new sandbox.'),
  restore: () => succeed('Restored the snapshot.'),
}

/** Describes the outcome of a successful call. A hint says why it may not have had the intended effect. */
export function describeResult(id: ControlId, parameters: unknown, response: unknown): Result {
  const texts = readTexts(response)
  const result = results[id]?.(readTexts(parameters), texts)
  return result ?? describeRecord(texts) ?? succeed(`${getCallDescription(id).summary}: done.`)
}

const readTexts = (value: unknown): Texts =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, field]): [string, string][] =>
      typeof field === 'string' || typeof field === 'number'
        ? [[name, `${field}`]]
        : Array.isArray(field)
          ? [[name, `${field.length}`]]
          : [],
    ),
  )

/** Actions of records return the record. */
function describeRecord({ kind, id, state }: Texts): Result | undefined {
  const name = listNames(recordKinds).find((each) => each === kind)
  if (name === undefined || state === undefined) return undefined
  const tell = recordKinds[name].states?.states[state]?.tone === 'stop' ? warn : succeed
  return tell(`${capitalize(recordKinds[name].title)} ${id} is ${state}.`, createRecordLink(name, id))
}
