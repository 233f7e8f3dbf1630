// The pages of the navigation, in groups, with the key that opens each after `g`.
import type { IconName } from '@custody-wallet/pages'

import type { ControlId } from '../generated/calls.ts'
import { formatListTitle, type RecordKindName, recordKinds } from '../records/kinds.ts'
import { formatLink, formatListLink } from './links.ts'

/** Icons of the types of records. */
export const kindIcons: Readonly<Record<RecordKindName, IconName>> = {
  user: 'users',
  address: 'map-pin',
  account: 'wallet',
  deposit: 'arrow-down-to-line',
  withdrawal: 'arrow-up-from-line',
  miner_fee: 'receipt',
  mpc_withdrawal: 'shield',
  stake: 'layers',
  delegation: 'share-2',
}

interface NavigationPage {
  readonly text: string
  readonly href: string
  readonly icon: IconName
  /** Key that opens it after `g`. */
  readonly key: string
}

export interface NavigationSection {
  readonly label?: string
  readonly pages: readonly NavigationPage[]
}

const createListPage = (kind: RecordKindName, text = formatListTitle(kind)): NavigationPage => ({
  text,
  href: formatListLink(kind),
  icon: kindIcons[kind],
  key: recordKinds[kind].list.key,
})

const createPage = (text: string, path: string, icon: IconName, key: string): NavigationPage => ({
  text,
  href: formatLink(path),
  icon,
  key,
})

export const sections: readonly NavigationSection[] = [
  { pages: [createPage('Overview', '/', 'layout-dashboard', 'o')] },
  {
    label: 'Money',
    pages: [
      createListPage('user'),
      createListPage('address'),
      createListPage('account'),
      createListPage('deposit'),
      createListPage('withdrawal'),
      createListPage('miner_fee'),
    ],
  },
  {
    label: 'MPC',
    pages: [createListPage('mpc_withdrawal', 'Withdrawals'), createListPage('stake'), createListPage('delegation')],
  },
  {
    label: 'Traffic',
    pages: [
      createPage('Requests', '/requests', 'arrow-left-right', 'r'),
      createPage('Notifications', '/notifications', 'bell', 'n'),
      createPage('Faults', '/faults', 'zap', 'x'),
      createPage('Open a message', '/message', 'mail-open', 'p'),
    ],
  },
  {
    label: 'Sandbox',
    pages: [
      createPage('Chain and clock', '/chain', 'blocks', 'h'),
      createPage('Merchant', '/merchant', 'store', 't'),
      createPage('Scenarios and data', '/data', 'play', 'i'),
      createPage('All calls', '/actions', 'list', 'c'),
    ],
  },
]

/** Page of the navigation for control calls and their groups; the others are on the page of all calls. */
const groupPages: Readonly<Record<string, string>> = {
  addresses: formatListLink('address'),
  balances: formatListLink('account'),
  chain: formatLink('/chain'),
  'chain.pay': formatListLink('deposit'),
  delegations: formatListLink('delegation'),
  deposits: formatListLink('deposit'),
  faults: formatLink('/faults'),
  merchants: formatLink('/merchant'),
  messages: formatLink('/message'),
  mpcWithdrawals: formatListLink('mpc_withdrawal'),
  networks: formatLink('/chain'),
  notifications: formatLink('/notifications'),
  requests: formatLink('/requests'),
  reset: formatLink('/data'),
  restore: formatLink('/data'),
  scenarios: formatLink('/data'),
  snapshot: formatLink('/data'),
  stakes: formatListLink('stake'),
  time: formatLink('/chain'),
  users: formatListLink('user'),
  withdrawals: formatListLink('withdrawal'),
}

/** Returns the page of the navigation that a control call belongs to. */
export function findGroupPage(id: ControlId): Pick<NavigationPage, 'href' | 'text'> {
  const [group = ''] = id.split('.')
  const href = groupPages[id] ?? groupPages[group] ?? formatLink('/actions')
  const pages = sections.flatMap((section) => section.pages)
  return { text: pages.find((page) => page.href === href)?.text ?? '', href }
}
