// The console: pages that show the sandbox, and forms that make control calls. It reaches the sandbox through control only.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Control } from '../control/control.ts'
import type { NameCheck } from '../hosts.ts'
import { type Access, createSecret, type Session } from './access.ts'
import { findAssetResponse } from './assets.ts'
import { readAttention } from './attention.ts'
import type { ViewUrls } from './commands.ts'
import { readDatalists } from './datalists.ts'
import { formatCookie, headers, findGuardRejection, listSessionIds } from './guard.ts'
import { createLive } from './live.ts'
import { runOnce } from './once.ts'
import type { Page, PageContext } from './page.ts'
import { createMissingPage, describeFailure, MessagePage, noPage, SignInPage } from './pages/messages.tsx'
import { Layout } from './parts/layout.tsx'
import {
  findPath,
  type PostedForm,
  formatPostedCurl,
  runPostedCall,
  restorePostedSnapshot,
  readForm,
  readSignIn,
} from './posted.ts'
import { findRoute } from './routes.tsx'

export interface ConsoleOptions {
  readonly control: Control
  readonly readOnly: boolean
  /** Merchant that a new session shows. */
  readonly appId: string
  /** Address of the docs without a trailing slash. */
  readonly docsUrl: string | undefined
  readonly access: Access
  readonly isAcceptedName: NameCheck
  /** Reads what other processes changed. */
  readonly refresh: () => Promise<void>
  /** Changes whenever data that pages show changes. */
  readonly revision: () => Promise<string>
  /** URLs of the views that merchants call. */
  readonly urls: () => ViewUrls
  /** Changes when all data is replaced: ids then belong to other records. */
  readonly dataRevision: () => number
  readonly onError: (error: unknown) => unknown
}

export interface Console {
  readonly fetch: (request: Request) => Promise<Response>
  readonly close: () => void
}

interface PageRequest {
  readonly url: URL
  readonly formToken: string
  readonly appId: string
  readonly onceId: string
  readonly readField?: PageContext['readField'] | undefined
  readonly rejected?: PageContext['rejected']
  readonly sender?: PageContext['sender']
}

interface View {
  readonly context: PageContext
  readonly page: () => Promise<Page>
}

type Handler = (url: URL, session: Session) => Promise<Response> | Response
type FormHandler = (posted: PostedForm, session: Session, url: URL) => Promise<Response | void> | Response | void

export function createConsole(options: ConsoleOptions): Console {
  const { access, control, readOnly, onError } = options
  const live = createLive(options)
  // Stand for the ids of a browser in content that several of them show.
  const placeholders = { formToken: createSecret(), onceId: createSecret() }

  function createView({
    url,
    formToken,
    appId,
    onceId,
    rejected,
    sender,
    readField: form = readNoField,
  }: PageRequest): View {
    const route = findRoute(url.pathname.slice('/console'.length))
    const createContext = (): PageContext => ({
      control,
      readOnly,
      appId,
      docsUrl: options.docsUrl,
      origin: url.origin,
      path: url.pathname + url.search,
      query: url.searchParams,
      getPathParameter: route?.getPathParameter ?? (() => ''),
      formToken,
      onceId,
      dataRevision: options.dataRevision(),
      urls: options.urls(),
      rejected,
      sender,
      readField: form,
    })
    return {
      context: createContext(),
      page: async () => (route ? route.page(createContext()).catch(createMissingPage) : noPage),
    }
  }

  async function showPage(url: URL, session: Session, form?: PageContext['readField']): Promise<Response> {
    const appId = session.appId ?? options.appId
    const { formToken } = session
    const { notice } = session
    const { form: rejected, sender } = notice ?? {}
    const onceId = createSecret()
    const { context, page } = createView({ url, formToken, appId, onceId, readField: form, rejected, sender })
    const { title, content, status = 200 } = await page()
    session.notice = undefined
    const datalists = await readDatalists(control)
    return createHtmlResponse(
      <Layout
        context={context}
        title={title}
        notice={notice}
        datalists={datalists}
        attention={await readAttention(control, appId)}
        isLive={!form && !rejected}
      >
        {content}
      </Layout>,
      status,
    )
  }

  const readHandlers: Readonly<Record<string, Handler>> = {
    '/console/live'(url, session) {
      const readParameter = (name: string): string => url.searchParams.get(name) ?? ''
      // Taken from the open page, because another tab may have chosen another merchant.
      const appId = readParameter('appId') || options.appId
      const pageUrl = resolvePageUrl(url)
      // It comes from the URL: without these characters, it is no HTML.
      const onceId = readParameter('once').replaceAll(/[^\w-]/g, '')
      const { page } = createView({ url: pageUrl, appId, ...placeholders })
      return live.subscribe({
        key: `${appId} ${pageUrl.href}`,
        render: async () => String(await (await page()).content),
        personalize: (content) =>
          content.replaceAll(placeholders.formToken, session.formToken).replaceAll(placeholders.onceId, onceId),
        isAllowed: session.isAlive,
      })
    },
    '/console/snapshot': async () =>
      new Response(new Uint8Array(await control.snapshot()), {
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="sandbox.snapshot"',
        },
      }),
  }

  const formHandlers: Readonly<Record<string, FormHandler>> = {
    async '/console/call'(form, session, { origin }) {
      await runOnce(session, form, () => runPostedCall(form, { ...options, origin }))
    },
    async '/console/restore'(form, session, { origin }) {
      await runOnce(session, form, () => restorePostedSnapshot(form, { ...options, origin }))
    },
    async '/console/merchant'(form, session) {
      const merchants = await control.merchants.list()
      const chosen = merchants.find(({ appId }) => appId === form.text('appId'))
      if (chosen) session.appId = chosen.appId
    },
    '/console/curl': (form, _session, { origin }) => formatPostedCurl(form, { origin }),
    // A captured message is too long for a URL.
    '/console/message': (form, session, url) => showPage(url, session, form.text),
  }

  async function post(request: Request, session: Session): Promise<Response> {
    const url = new URL(request.url)
    const handle = Object.hasOwn(formHandlers, url.pathname) ? formHandlers[url.pathname] : undefined
    if (!handle)
      return createHtmlResponse(
        <MessagePage title="Form not found" text="Go back, reload the page and send its form again." />,
        404,
      )
    const form = await readForm(request, session)
    if (form instanceof Response) return form
    return (await handle(form, session, url)) ?? redirect(findPath(form.text('back')))
  }

  async function enter(request: Request): Promise<Response> {
    const isForm = request.method === 'POST'
    const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
    const { token, back } = isForm ? await readSignIn(request) : { token: '', back: '' }
    const id = isForm ? access.enterWithToken(token) : access.enter(ticket)
    if (id === undefined)
      return createHtmlResponse(<SignInPage problem={isForm ? 'wrong' : 'expired'} back={findPath(back)} />, 401)
    return redirect(findPath(back), { 'set-cookie': formatCookie(request, id) })
  }

  async function respond(request: Request): Promise<Response> {
    const rejection = findGuardRejection(request, options.isAcceptedName)
    if (rejection) return new Response(`${rejection.reason}\n`, { status: rejection.status })
    const url = new URL(request.url)
    const { pathname } = url
    if (pathname === '/console') return redirect('/console/')
    if (pathname === '/console/enter') return enter(request)
    const asset = findAssetResponse(pathname)
    if (asset) return asset
    const session = listSessionIds(request)
      .map(access.findSession)
      .find((each) => each !== undefined)
    if (!session)
      return createHtmlResponse(
        <SignInPage back={findPath(request.method === 'GET' ? pathname + url.search : '')} />,
        401,
      )
    await options.refresh()
    if (request.method === 'POST') return post(request, session)
    const read = Object.hasOwn(readHandlers, pathname) ? readHandlers[pathname] : undefined
    return read ? read(url, session) : showPage(url, session)
  }

  return {
    async fetch(request) {
      const response = await respond(request).catch((error: unknown) => {
        onError(error)
        const { status, headers: extraHeaders, page } = describeFailure(error)
        return createHtmlResponse(page, status, extraHeaders)
      })
      for (const [name, value] of Object.entries(headers))
        if (!response.headers.has(name)) response.headers.set(name, value)
      return response
    },
    close: live.close,
  }
}

/** Resolves the page that a stream follows. Another host is ignored. */
function resolvePageUrl(url: URL): URL {
  const page = url.searchParams.get('page') ?? ''
  const isOwn = URL.canParse(page, url) && new URL(page, url).origin === url.origin
  return new URL(isOwn ? page : '/', url)
}

const readNoField: PageContext['readField'] = () => ''

const redirect = (location: string, extraHeaders: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, ...extraHeaders } })

const createHtmlResponse = async (
  document: JSX.Element,
  status = 200,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  new Response(`<!doctype html>${String(await document)}`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...extraHeaders },
  })
