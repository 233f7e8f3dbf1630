// What surrounds the content of every page.
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { recordKinds } from '../../records/kinds.ts'
import { namesOf } from '../../states/table.ts'
import type { Notice } from '../access.ts'
import { kindTexts } from '../kinds.ts'
import { link, listLink } from '../links.ts'
import type { Names } from '../names.ts'
import type { PageContext } from '../page.ts'
import { Copyable } from './call-form.tsx'
import { Hidden } from './form.tsx'

/** A page of the navigation, and the key that follows `g`. */
interface Entry {
  readonly text: string
  readonly href: string
  readonly key: string
}

/** The pages of the navigation. */
export const entries: readonly Entry[] = [
  { text: 'Overview', href: link('/'), key: 'o' },
  ...namesOf(recordKinds).map((kind) => ({
    text: kindTexts[kind].title,
    href: listLink(kind),
    key: kindTexts[kind].key,
  })),
  { text: 'Requests', href: link('/requests'), key: 'r' },
  { text: 'Notifications', href: link('/notifications'), key: 'n' },
  { text: 'Actions', href: link('/actions'), key: 'c' },
  { text: 'Open a message', href: link('/message'), key: 'p' },
  { text: 'Keyboard', href: link('/keys'), key: 'k' },
]

/** A whole document. */
export const Document = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: Child
}): JSX.Element => (
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
  /** Names that fields offer, by the id of their list. */
  readonly names: Names
  /** Whether the content changes by itself; an answer to a form does not. */
  readonly isLive: boolean
  readonly children: Child
}

/** A page with its navigation. Only the part with `data-live` changes by itself. */
export function Layout({ context, title, notice, names, isLive, children }: LayoutProps): JSX.Element {
  const { appId, onceId, path, readOnly } = context
  const [place] = path.split('?')
  return (
    <Document title={title}>
      <a class="skip" href="#content">
        To the content
      </a>
      <header>
        <p class="brand">
          <a href={link('/')}>custody sandbox</a>
        </p>
        <Merchants context={context} appIds={names.merchants} />
        <nav aria-label="Pages">
          {entries.map(({ text, href, key }) => (
            <a href={href} data-key={key} aria-current={href === place ? 'page' : undefined}>
              {text}
            </a>
          ))}
        </nav>
      </header>
      <main id="content" tabindex={-1}>
        {readOnly && (
          <p class="note">The sandbox is read-only: it shows its rows, and rejects every change.</p>
        )}
        {notice && <LastAction notice={notice} />}
        <h1>{title}</h1>
        <div data-live={isLive ? link('/live', { page: path, appId, once: onceId }) : undefined}>
          {children}
        </div>
      </main>
      {Object.entries(names).map(([id, values]) => (
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

/** What the last action did. */
const LastAction = ({ notice: { title, tone, curl, answer } }: { readonly notice: Notice }): JSX.Element => (
  <section class={`notice ${tone}`} role={tone === 'good' ? 'status' : 'alert'}>
    <p>
      {signs[tone]} {title}
    </p>
    {answer !== '' && (
      <details open={answer.length < 600}>
        <summary>Answer</summary>
        <pre tabindex={0}>{answer}</pre>
      </details>
    )}
    {curl !== '' && <Copyable title="curl" text={curl} />}
  </section>
)
