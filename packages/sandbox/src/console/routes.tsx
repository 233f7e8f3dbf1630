import type { RenderPage } from './page.ts'
import { renderBalancePage } from './pages/balance.tsx'
import { renderCallPage } from './pages/call.tsx'
import { renderCallList } from './pages/calls.tsx'
import { renderChainPage } from './pages/chain.tsx'
import { renderDataPage } from './pages/data.tsx'
import { renderFaultList } from './pages/faults.tsx'
import { renderKeysPage } from './pages/keys.tsx'
import { renderMerchantPage } from './pages/merchant.tsx'
import { renderMessagePage } from './pages/message.tsx'
import { renderNotificationPage } from './pages/notification.tsx'
import { renderNotificationList } from './pages/notifications.tsx'
import { renderOverview } from './pages/overview/overview.tsx'
import { renderRecordPage } from './pages/record.tsx'
import { renderRecordList } from './pages/records.tsx'
import { renderRequestPage } from './pages/request.tsx'
import { renderRequestList } from './pages/requests.tsx'

const routes: Readonly<Record<string, RenderPage>> = {
  '/': renderOverview,
  '/records/:kind': renderRecordList,
  '/records/:kind/:id': renderRecordPage,
  '/balance': renderBalancePage,
  '/requests': renderRequestList,
  '/requests/:id': renderRequestPage,
  '/notifications': renderNotificationList,
  '/notifications/:id': renderNotificationPage,
  '/chain': renderChainPage,
  '/merchant': renderMerchantPage,
  '/faults': renderFaultList,
  '/data': renderDataPage,
  '/actions': renderCallList,
  '/actions/:call': renderCallPage,
  '/message': renderMessagePage,
  '/keys': renderKeysPage,
}

export interface Route {
  readonly page: RenderPage
  readonly getPathParameter: (name: string) => string
}

/** Finds the page of a path below `/console`. */
export function findRoute(path: string): Route | undefined {
  const segments = path.split('/')
  for (const [pattern, page] of Object.entries(routes)) {
    const patternSegments = pattern.split('/')
    const isMatch = patternSegments.every((each, at) => (each.startsWith(':') ? segments[at] : each === segments[at]))
    if (!isMatch || patternSegments.length !== segments.length) continue
    return { page, getPathParameter: (name) => segments[patternSegments.indexOf(`:${name}`)] ?? '' }
  }
  return undefined
}
