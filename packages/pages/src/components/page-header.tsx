import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon } from '../icons.tsx'

export interface Crumb {
  readonly text: string
  readonly href: string
}

interface PageHeaderProps {
  readonly title: Child
  /** Pages above this one. */
  readonly crumbs?: readonly Crumb[]
  readonly badges?: Child
  /** Buttons: one primary at most. */
  readonly actions?: Child
  /** Short facts below the title. */
  readonly meta?: Child
}

/** The title of a page with its state and its actions. */
export const PageHeader = ({ title, crumbs = [], badges, actions, meta }: PageHeaderProps): JSX.Element => (
  <div class="ui-header">
    {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
    <div class="ui-header-line">
      <div class="ui-header-title">
        <h1>{title}</h1>
        {badges}
      </div>
      {actions !== undefined && <div class="ui-header-actions">{actions}</div>}
    </div>
    {meta !== undefined && <div class="ui-meta">{meta}</div>}
  </div>
)

const Crumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }): JSX.Element => (
  <nav class="ui-crumbs" aria-label="Breadcrumb">
    <ol>
      {crumbs.map(({ text, href }) => (
        <li>
          <a href={href}>{text}</a>
          <Icon name="chevron-right" size={12} />
        </li>
      ))}
    </ol>
  </nav>
)
