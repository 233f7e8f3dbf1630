// The console: pages that show the sandbox, and forms that make control calls. It knows the sandbox by its control only.
import { UnavailableError } from '@custody-wallet/server'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Control } from '../control/control.ts'
import { mistakeOf } from '../control/mistakes.ts'
import { type Access, secret, type Session } from './access.ts'
import { assetOf } from './assets.ts'
import type { Places } from './commands.ts'
import { cookieOf, headers, refusalOf, sentSessions } from './guard.ts'
import { liveOf } from './live.ts'
import { namesIn } from './names.ts'
import { once } from './once.ts'
import type { Page, PageContext } from './page.ts'
import { Document, Layout } from './parts/layout.tsx'
import { back, type Posted, postedCall, postedSnapshot, readForm, tokenOf } from './posted.ts'
import { routeOf } from './routes.tsx'

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
  readonly places: () => Places
  /** Differs after all rows were replaced: ids are of other records then. */
  readonly rows: () => number
  readonly onError: (error: unknown) => unknown
}

export interface Console {
  readonly fetch: (request: Request) => Promise<Response>
  readonly close: () => void
}

/** Which page to show, to whom. */
interface Asked {
  readonly url: URL
  readonly session: Session
  readonly appId: string
  readonly onceId: string
  readonly posted?: PageContext['posted'] | undefined
}

interface View {
  readonly context: PageContext
  readonly page: () => Promise<Page>
}

type Handler = (url: URL, session: Session) => Promise<Response> | Response
type FormHandler = (posted: Posted, session: Session, url: URL) => Promise<Response | void> | void

export function consoleOf(options: ConsoleOptions): Console {
  const { access, control, readOnly, onError } = options
  const live = liveOf(options)

  function viewOf({ url, session, appId, onceId, posted = nothingPosted }: Asked): View {
    const route = routeOf(url.pathname.slice('/console'.length))
    const contextNow = (): PageContext => ({
      control,
      readOnly,
      appId,
      origin: url.origin,
      path: url.pathname + url.search,
      query: url.searchParams,
      part: route?.part ?? (() => ''),
      formToken: session.formToken,
      onceId,
      rows: options.rows(),
      places: options.places(),
      posted,
    })
    return {
      context: contextNow(),
      page: async () => (route ? route.page(contextNow()).catch(missingPage) : noPage),
    }
  }

  async function show(url: URL, session: Session, posted?: PageContext['posted']): Promise<Response> {
    const appId = session.appId ?? options.appId
    const { context, page } = viewOf({ url, session, appId, onceId: secret(), posted })
    const { title, content, status = 200 } = await page()
    const { notice } = session
    session.notice = undefined
    const names = await namesIn(control)
    return html(
      <Layout context={context} title={title} notice={notice} names={names} isLive={!posted}>
        {content}
      </Layout>,
      status,
    )
  }

  const reads: Readonly<Record<string, Handler>> = {
    '/console/live'(url, session) {
      const given = (name: string): string => url.searchParams.get(name) ?? ''
      // The merchant and the page id are those of the open page: another tab may have chosen another merchant.
      const appId = given('appId') || options.appId
      const { page } = viewOf({ url: followed(url), session, appId, onceId: given('once') })
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

  const forms: Readonly<Record<string, FormHandler>> = {
    async '/console/call'(posted, session, { origin }) {
      await once(session, posted, () => postedCall(posted, { ...options, origin }))
    },
    async '/console/restore'(posted, session, { origin }) {
      await once(session, posted, () => postedSnapshot(posted, { ...options, origin }))
    },
    '/console/merchant'(posted, session) {
      session.appId = posted.text('appId')
    },
    // A captured text is too long for an address.
    '/console/message': (posted, session, url) => show(url, session, posted.text),
  }

  async function post(request: Request, session: Session): Promise<Response> {
    const url = new URL(request.url)
    const handle = Object.hasOwn(forms, url.pathname) ? forms[url.pathname] : undefined
    if (!handle)
      return html(<Message title="There is no such form" text="Go back to the page before." />, 404)
    const posted = await readForm(request, session)
    if (posted instanceof Response) return posted
    return (await handle(posted, session, url)) ?? back(posted)
  }

  async function enter(request: Request): Promise<Response> {
    const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
    const id =
      request.method === 'POST'
        ? access.enterWithToken(await tokenOf(request))
        : request.method === 'GET'
          ? access.enter(ticket)
          : undefined
    if (id === undefined) return html(<NoSession isWrong={request.method === 'POST'} />, 401)
    return redirect('/console/', { 'set-cookie': cookieOf(request, id) })
  }

  async function answer(request: Request): Promise<Response> {
    const refusal = refusalOf(request)
    if (refusal) return new Response(`${refusal.reason}\n`, { status: refusal.status })
    const url = new URL(request.url)
    const { pathname } = url
    if (pathname === '/console') return redirect('/console/')
    if (pathname === '/console/enter') return enter(request)
    const asset = await assetOf(pathname.replace('/console/assets/', ''))
    if (asset) return asset
    const session = sentSessions(request)
      .map(access.sessionOf)
      .find((each) => each !== undefined)
    if (!session) return html(<NoSession isWrong={false} />, 401)
    await options.refresh()
    if (request.method === 'POST') return post(request, session)
    const read = Object.hasOwn(reads, pathname) ? reads[pathname] : undefined
    return read ? read(url, session) : show(url, session)
  }

  return {
    async fetch(request) {
      const response = await answer(request).catch((error: unknown) => {
        onError(error)
        return failurePage(error)
      })
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      return response
    },
    close: live.close,
  }
}

/** The page that a stream follows. It is one of this console, whatever host is given. */
function followed(url: URL): URL {
  const page = url.searchParams.get('page') ?? ''
  const isOwn = URL.canParse(page, url) && new URL(page, url).origin === url.origin
  return new URL(isOwn ? page : '/', url)
}

const nothingPosted: PageContext['posted'] = () => ''

const redirect = (location: string, others: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, ...others } })

const html = async (
  document: JSX.Element,
  status = 200,
  others: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  new Response(`<!doctype html>${String(await document)}`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...others },
  })

const noPage: Page = {
  title: 'There is no such page',
  content: <p>Choose one above.</p>,
  status: 404,
}

/** The page of something that the sandbox does not have. */
const missingPage = (error: unknown): Page => ({
  title: 'That is not there',
  content: <p>{mistakeOf(error).detail}</p>,
  status: 404,
})

const failurePage = (error: unknown): Promise<Response> =>
  error instanceof UnavailableError
    ? html(
        <Message
          title="The sandbox cannot answer now"
          text="Its database does not answer: its terminal shows why. Reload this page after a second."
        />,
        503,
        { 'retry-after': '1' },
      )
    : html(<Message title="The sandbox failed" text="Its terminal shows the error." />, 500)

interface MessageProps {
  readonly title: string
  readonly text: Child
}

const Message = ({ title, text }: MessageProps): JSX.Element => (
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
