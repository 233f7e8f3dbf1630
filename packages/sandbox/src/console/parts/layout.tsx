import {
  Button,
  Document as PageDocument,
  Menu,
  MenuButton,
  type NavigationEntry,
  type NavigationGroup,
  Notice,
  Shell,
} from '@custody-wallet/pages'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Notice as LastNotice } from '../access.ts'
import { assetRoot } from '../assets.ts'
import type { AttentionLink } from '../attention.ts'
import type { Datalists } from '../datalists.ts'
import { isControlId } from '../forms.ts'
import { formatLink } from '../links.ts'
import { findGroupPage, sections } from '../navigation.ts'
import type { PageContext } from '../page.ts'
import { DocsLink } from './docs-link.tsx'
import { Hidden } from './form.tsx'
import { LastAction } from './notice.tsx'

interface DocumentProps {
  readonly title: string
  readonly children: Child
}

export const Document = ({ title, children }: DocumentProps): JSX.Element => (
  <PageDocument
    title={`${title} · custody sandbox`}
    styles={`${assetRoot}console.css`}
    script={`${assetRoot}pages.js`}
    modules={[`${assetRoot}live.js`]}
    icon={`${assetRoot}mark.svg`}
  >
    {children}
  </PageDocument>
)

interface LayoutProps {
  readonly context: PageContext
  readonly title: string
  readonly notice: LastNotice | undefined
  /** Suggestions of fields by the id of their datalist. */
  readonly datalists: Datalists
  readonly attention: readonly AttentionLink[]
  /** Whether the content updates automatically; a response to a form does not. */
  readonly isLive: boolean
  readonly children: Child
}

/** A page with its navigation. Only the part with `data-live` updates automatically. */
export function Layout({ context, title, notice, datalists, attention, isLive, children }: LayoutProps): JSX.Element {
  const { appId, onceId, path, readOnly } = context
  return (
    <Document title={title}>
      <Shell
        brand={{ text: 'custody sandbox', href: formatLink('/') }}
        groups={listGroups(path, attention)}
        top={<Merchants context={context} appIds={datalists.merchants} />}
        foot={<Foot docsUrl={context.docsUrl} />}
      >
        {readOnly && <Notice title="This sandbox is read-only: you can view its data, but not change it." />}
        {notice && <LastAction notice={notice} path={path} />}
        <div class="ui-stack" data-live={isLive ? formatLink('/live', { page: path, appId, once: onceId }) : undefined}>
          {children}
        </div>
      </Shell>
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

const Foot = ({ docsUrl }: Pick<PageContext, 'docsUrl'>): JSX.Element => (
  <div class="ui-row">
    <Button variant="quiet" size="small" icon="moon" label="Change between light and dark" data-theme="" />
    <a href={formatLink('/keys')} data-key="k">
      Keyboard
    </a>
    <DocsLink href={docsUrl} text="Docs" />
  </div>
)

/** Returns the navigation; the page that contains the path is the current one. */
function listGroups(path: string, attention: readonly AttentionLink[]): readonly NavigationGroup[] {
  const [pathname = ''] = path.split('?')
  const call = pathname.slice(formatLink('/actions/').length)
  const current = isControlId(call) ? findGroupPage(call).href : pathname
  return sections.map(({ label, pages }) => ({
    ...(label !== undefined && { label }),
    entries: pages.map(({ text, href, icon, key }): NavigationEntry => ({
      text,
      href,
      icon,
      shortcut: key,
      isCurrent: current === href || (href !== formatLink('/') && current.startsWith(`${href}/`)),
      count: countAttention(attention.filter(({ page }) => page === href)),
    })),
  }))
}

function countAttention(links: readonly AttentionLink[]): NavigationEntry['count'] {
  const value = links.reduce((sum, { count }) => sum + count, 0)
  if (value === 0) return undefined
  return {
    value,
    label: links.map(({ count, label }) => `${count} ${label}`).join(', '),
    tone: links.some(({ tone }) => tone === 'stop') ? 'stop' : 'wait',
  }
}

interface MerchantsProps {
  readonly context: PageContext
  readonly appIds: readonly string[]
}

const Merchants = ({ context: { appId, formToken, path }, appIds }: MerchantsProps): JSX.Element => (
  <form method="post" action="/console/merchant" class="merchant">
    <Hidden values={{ form: formToken, back: path }} />
    <Menu text={appId} icon="store" isWhole>
      {appIds.map((each) => (
        <MenuButton name="appId" value={each} isCurrent={each === appId}>
          {each}
        </MenuButton>
      ))}
    </Menu>
  </form>
)
