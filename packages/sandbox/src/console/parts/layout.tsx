import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { formatListTitle, recordKinds } from '../../records/kinds.ts'
import { listNames } from '../../states/table.ts'
import type { Notice } from '../access.ts'
import type { Datalists } from '../datalists.ts'
import { formatLink, formatListLink } from '../links.ts'
import type { PageContext } from '../page.ts'
import { Copyable } from './call-form.tsx'
import { Hidden } from './form.tsx'

/** A page of the navigation, with the key that opens it after `g`. */
interface Entry {
  readonly text: string
  readonly href: string
  readonly key: string
}

export const entries: readonly Entry[] = [
  { text: 'Overview', href: formatLink('/'), key: 'o' },
  ...listNames(recordKinds).map((kind) => ({
    text: formatListTitle(kind),
    href: formatListLink(kind),
    key: recordKinds[kind].list.key,
  })),
  { text: 'Requests', href: formatLink('/requests'), key: 'r' },
  { text: 'Notifications', href: formatLink('/notifications'), key: 'n' },
  { text: 'Actions', href: formatLink('/actions'), key: 'c' },
  { text: 'Open a message', href: formatLink('/message'), key: 'p' },
  { text: 'Keyboard', href: formatLink('/keys'), key: 'k' },
]

export const Document = ({ title, children }: { readonly title: string; readonly children: Child }): JSX.Element => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · custody sandbox`}</title>
      <link rel="icon" href="/console/assets/mark.svg" />
      <link rel="stylesheet" href="/console/assets/console.css" />
      <script type="module" src="/console/assets/live.js" />
    </head>
    <body>{children}</body>
  </html>
)

interface LayoutProps {
  readonly context: PageContext
  readonly title: string
  readonly notice: Notice | undefined
  /** Suggestions of fields by the id of their datalist. */
  readonly datalists: Datalists
  /** Whether the content updates automatically; a response to a form does not. */
  readonly isLive: boolean
  readonly children: Child
}

/** A page with its navigation. Only the part with `data-live` updates automatically. */
export function Layout({ context, title, notice, datalists, isLive, children }: LayoutProps): JSX.Element {
  const { appId, onceId, path, readOnly } = context
  const [pathname] = path.split('?')
  return (
    <Document title={title}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header>
        <p class="brand">
          <a href={formatLink('/')}>custody sandbox</a>
        </p>
        <Merchants context={context} appIds={datalists.merchants} />
        <nav aria-label="Pages">
          {entries.map(({ text, href, key }) => (
            <a href={href} data-key={key} aria-current={href === pathname ? 'page' : undefined}>
              {text}
            </a>
          ))}
        </nav>
      </header>
      <main id="content" tabindex={-1}>
        {readOnly && <p class="note">This sandbox is read-only: you can view its data, but not change it.</p>}
        {notice && <LastAction notice={notice} />}
        <h1>{title}</h1>
        <div data-live={isLive ? formatLink('/live', { page: path, appId, once: onceId }) : undefined}>{children}</div>
      </main>
      {Object.entries(datalists).map(([id, values]) => (
        <datalist id={id}>
          {values.map((value) => (
            <option value={value} />
          ))}
        </datalist>
      ))}
    </Document>
  )
}

interface MerchantsProps {
  readonly context: PageContext
  readonly appIds: readonly string[]
}

const Merchants = ({ context: { appId, formToken, path }, appIds }: MerchantsProps): JSX.Element => (
  <form method="post" action="/console/merchant" class="merchant">
    <Hidden values={{ form: formToken, back: path }} />
    <label for="merchant">Merchant</label>
    <select id="merchant" name="appId">
      {appIds.map((each) => (
        <option selected={each === appId}>{each}</option>
      ))}
    </select>
    <button type="submit">Choose</button>
  </form>
)

const signs = { good: '✓', stop: '✕', wait: '⚠' } as const

/** Outcome of the last action. */
const LastAction = ({ notice: { title, tone, curl, response } }: { readonly notice: Notice }): JSX.Element => (
  <section class={`notice ${tone}`} role={tone === 'good' ? 'status' : 'alert'}>
    <p>
      {signs[tone]} {title}
    </p>
    {response !== '' && (
      <details open={response.length < 600}>
        <summary>Response</summary>
        <pre tabindex={0}>{response}</pre>
      </details>
    )}
    {curl !== '' && <Copyable title="curl" text={curl} />}
  </section>
)
