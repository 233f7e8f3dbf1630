// The pages of the console by their paths.
import type { PageOf } from './page.ts'
import { actionList, actionPage } from './pages/actions.tsx'
import { balancePage } from './pages/balance.tsx'
import { keysPage } from './pages/keys.tsx'
import { messagePage } from './pages/message.tsx'
import { notificationList, notificationPage } from './pages/notifications.tsx'
import { overview } from './pages/overview.tsx'
import { recordPage } from './pages/record.tsx'
import { recordList } from './pages/records.tsx'
import { requestList, requestPage } from './pages/requests.tsx'

const routes: Readonly<Record<string, PageOf>> = {
  '/': overview,
  '/records/:kind': recordList,
  '/records/:kind/:id': recordPage,
  '/balance': balancePage,
  '/requests': requestList,
  '/requests/:id': requestPage,
  '/notifications': notificationList,
  '/notifications/:id': notificationPage,
  '/actions': actionList,
  '/actions/:call': actionPage,
  '/message': messagePage,
  '/keys': keysPage,
}

/** A page with the parts of its path. */
export interface Route {
  readonly page: PageOf
  readonly part: (name: string) => string
}

/** The page of a path below `/console`. */
export function routeOf(path: string): Route | undefined {
  const given = path.split('/')
  for (const [pattern, page] of Object.entries(routes)) {
    const wanted = pattern.split('/')
    const fits = wanted.every((each, at) => (each.startsWith(':') ? given[at] : each === given[at]))
    if (!fits || wanted.length !== given.length) continue
    return { page, part: (name) => given[wanted.indexOf(`:${name}`)] ?? '' }
  }
  return undefined
}
