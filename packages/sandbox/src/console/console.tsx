// The console: pages that show the sandbox, and forms that make control calls. It knows the sandbox by its control only.
import { UnavailableError } from '@custody-wallet/server'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Control } from '../control/control.ts'
import { toControlProblem } from '../control/mistakes.ts'
import { type Access, createSecret, type Session } from './access.ts'
import { createAssetResponse } from './assets.ts'
import type { ViewUrls } from './commands.ts'
import { readDatalists } from './datalists.ts'
import { formatCookie, headers, findGuardRejection, listSessionIds } from './guard.ts'
import { createLive } from './live.ts'
import { runOnce } from './once.ts'
import type { Page, PageContext } from './page.ts'
import { Document, Layout } from './parts/layout.tsx'
import {
  redirectBack,
  type PostedForm,
  runPostedCall,
  restorePostedSnapshot,
  readForm,
  readToken,
} from './posted.ts'
import { findRoute } from './routes.tsx'

export interface ConsoleOptions {
  readonly control: Control
  readonly readOnly: boolean
  /** Merchant that is shown first. */
  readonly appId: string
  readonly access: Access
  /** Learns what other processes changed. */
  readonly refresh: () => Promise<void>
  /** A text that differs after anything changed that pages show. */
  readonly revision: () => Promise<string>
  /** Addresses of the views that merchants call. */
  readonly urls: () => ViewUrls
  /** Differs after all rows were replaced: ids are of other records then. */
  readonly dataRevision: () => number
  readonly onError: (error: unknown) => unknown
}

export interface Console {
  readonly fetch: (request: Request) => Promise<Response>
  readonly close: () => void
}

/** Which page to show, to whom. */
interface PageRequest {
  readonly url: URL
  readonly session: Session
  readonly appId: string
  readonly onceId: string
  readonly readField?: PageContext['readField'] | undefined
}

interface View {
  readonly context: PageContext
  readonly page: () => Promise<Page>
}

type Handler = (url: URL, session: Session) => Promise<Response> | Response
type FormHandler = (posted: PostedForm, session: Session, url: URL) => Promise<Response | void> | void

export function createConsole(options: ConsoleOptions): Console {
  const { access, control, readOnly, onError } = options
  const live = createLive(options)

  function createView({ url, session, appId, onceId, readField: form = readNoField }: PageRequest): View {
    const route = findRoute(url.pathname.slice('/console'.length))
    const createContext = (): PageContext => ({
      control,
      readOnly,
      appId,
      origin: url.origin,
      path: url.pathname + url.search,
      query: url.searchParams,
      getPathParameter: route?.getPathParameter ?? (() => ''),
      formToken: session.formToken,
      onceId,
      dataRevision: options.dataRevision(),
      urls: options.urls(),
      readField: form,
    })
    return {
      context: createContext(),
      page: async () => (route ? route.page(createContext()).catch(createMissingPage) : noPage),
    }
  }

  async function showPage(url: URL, session: Session, form?: PageContext['readField']): Promise<Response> {
    const appId = session.appId ?? options.appId
    const { context, page } = createView({ url, session, appId, onceId: createSecret(), readField: form })
    const { title, content, status = 200 } = await page()
    const { notice } = session
    session.notice = undefined
    const datalists = await readDatalists(control)
    return createHtmlResponse(
      <Layout context={context} title={title} notice={notice} datalists={datalists} isLive={!form}>
        {content}
      </Layout>,
      status,
    )
  }

  const readHandlers: Readonly<Record<string, Handler>> = {
    '/console/live'(url, session) {
      const readParameter = (name: string): string => url.searchParams.get(name) ?? ''
      // The merchant and the page id are those of the open page: another tab may have chosen another merchant.
      const appId = readParameter('appId') || options.appId
      const { page } = createView({ url: resolvePageUrl(url), session, appId, onceId: readParameter('once') })
      return live.subscribe(async () => String(await (await page()).content), session.isAlive)
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
    '/console/merchant'(form, session) {
      session.appId = form.text('appId')
    },
    // A captured text is too long for an address.
    '/console/message': (form, session, url) => showPage(url, session, form.text),
  }

  async function post(request: Request, session: Session): Promise<Response> {
    const url = new URL(request.url)
    const handle = Object.hasOwn(formHandlers, url.pathname) ? formHandlers[url.pathname] : undefined
    if (!handle)
      return createHtmlResponse(
        <MessagePage title="There is no such form" text="Go back to the page before." />,
        404,
      )
    const form = await readForm(request, session)
    if (form instanceof Response) return form
    return (await handle(form, session, url)) ?? redirectBack(form)
  }

  async function enter(request: Request): Promise<Response> {
    const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
    const id =
      request.method === 'POST'
        ? access.enterWithToken(await readToken(request))
        : request.method === 'GET'
          ? access.enter(ticket)
          : undefined
    if (id === undefined) return createHtmlResponse(<NoSession isWrong={request.method === 'POST'} />, 401)
    return redirect('/console/', { 'set-cookie': formatCookie(request, id) })
  }

  async function respond(request: Request): Promise<Response> {
    const rejection = findGuardRejection(request)
    if (rejection) return new Response(`${rejection.reason}\n`, { status: rejection.status })
    const url = new URL(request.url)
    const { pathname } = url
    if (pathname === '/console') return redirect('/console/')
    if (pathname === '/console/enter') return enter(request)
    const asset = await createAssetResponse(pathname.replace('/console/assets/', ''))
    if (asset) return asset
    const session = listSessionIds(request)
      .map(access.findSession)
      .find((each) => each !== undefined)
    if (!session) return createHtmlResponse(<NoSession isWrong={false} />, 401)
    await options.refresh()
    if (request.method === 'POST') return post(request, session)
    const read = Object.hasOwn(readHandlers, pathname) ? readHandlers[pathname] : undefined
    return read ? read(url, session) : showPage(url, session)
  }

  return {
    async fetch(request) {
      const response = await respond(request).catch((error: unknown) => {
        onError(error)
        return createFailurePage(error)
      })
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      return response
    },
    close: live.close,
  }
}

/** The page that a stream follows. It is one of this console, whatever host is given. */
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

const noPage: Page = {
  title: 'There is no such page',
  content: <p>Choose one above.</p>,
  status: 404,
}

/** The page of something that the sandbox does not have. */
const createMissingPage = (error: unknown): Page => ({
  title: 'That is not there',
  content: <p>{toControlProblem(error).detail}</p>,
  status: 404,
})

const createFailurePage = (error: unknown): Promise<Response> =>
  error instanceof UnavailableError
    ? createHtmlResponse(
        <MessagePage
          title="The sandbox cannot respond now"
          text="Its database does not respond: its terminal shows why. Reload this page after a second."
        />,
        503,
        { 'retry-after': '1' },
      )
    : createHtmlResponse(<MessagePage title="The sandbox failed" text="Its terminal shows the error." />, 500)

interface MessageProps {
  readonly title: string
  readonly text: Child
}

const MessagePage = ({ title, text }: MessageProps): JSX.Element => (
  <Document title={title}>
    <main>
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  </Document>
)

const NoSession = ({ isWrong }: { readonly isWrong: boolean }): JSX.Element => (
  <Document title="This browser has no session">
    <main>
      <h1>This browser has no session</h1>
      <p>
        The address that the sandbox prints works once, within 60 seconds. Later, give the token of the
        control port, which the sandbox prints beside it, or make the control call <code>tickets.create</code>{' '}
        and open its address.
      </p>
      {isWrong && <p role="alert">This is not the token. Copy it from the terminal of the sandbox.</p>}
      <form method="post" action="/console/enter" class="call">
        <span class="field">
          <label for="token">Token</label>
          <input id="token" name="token" type="password" required autocomplete="off" />
        </span>
        <button type="submit">Open the console</button>
      </form>
    </main>
  </Document>
)
