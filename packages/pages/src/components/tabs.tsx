import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon } from '../icons.tsx'
import { joinClasses, type Tone, toneIcons } from './tone.ts'

export interface Tab {
  readonly title: string
  /** Tone of a part that shows a failure or a warning. */
  readonly tone?: Exclude<Tone, 'neutral'> | undefined
  readonly content: Child
}

/** Parts of a page of which one is open. They are folds with one name, which need no script. */
export const Tabs = ({ name, tabs }: { readonly name: string; readonly tabs: readonly Tab[] }): JSX.Element => (
  <div class="ui-tabs">
    {tabs.map(({ title, tone, content }, at) => (
      <details name={name} open={at === 0}>
        <summary class={joinClasses('ui-tab', tone)}>
          {tone && <Icon name={toneIcons[tone]} size={12} />}
          {title}
        </summary>
        <div class="ui-tab-panel">{content}</div>
      </details>
    ))}
  </div>
)

export interface TabLink {
  readonly text: Child
  readonly href: string
  readonly isCurrent?: boolean
}

/** Links to the parts of a record or a list, each a page. */
export const TabLinks = ({
  label,
  links,
}: {
  readonly label: string
  readonly links: readonly TabLink[]
}): JSX.Element => (
  <nav class="ui-tab-links" aria-label={label}>
    <ul>
      {links.map(({ text, href, isCurrent = false }) => (
        <li>
          <a href={href} aria-current={isCurrent ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
