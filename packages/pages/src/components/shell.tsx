import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon, type IconName } from '../icons.tsx'
import { Button } from './button.tsx'
import { joinClasses } from './tone.ts'

export interface NavigationEntry {
  readonly text: string
  readonly href: string
  readonly icon?: IconName
  readonly isCurrent?: boolean
  /** How many things need attention, and what they are for screen readers, such as `3 held`. */
  readonly count?: { readonly value: number; readonly label: string; readonly tone?: 'wait' | 'stop' } | undefined
  /** Key that opens the page after `g`, as `data-key`. */
  readonly shortcut?: string
}

export interface NavigationGroup {
  /** Absent for the first entries. */
  readonly label?: string
  readonly entries: readonly NavigationEntry[]
}

interface ShellProps {
  readonly brand: { readonly text: string; readonly href: string }
  readonly groups: readonly NavigationGroup[]
  /** Above the navigation, such as a menu of merchants. */
  readonly top?: Child
  /** Below the navigation. */
  readonly foot?: Child
  /** At the right of the bar above the page, such as the clock. */
  readonly bar?: Child
  readonly children: Child
}

/** The frame of an app. On small screens the navigation is a popover, which needs no script. */
export const Shell = ({ brand, groups, top, foot, bar, children }: ShellProps): JSX.Element => (
  <div class="ui-shell">
    <a class="ui-skip" href="#content">
      Skip to content
    </a>
    <aside class="ui-shell-side" id="navigation" popover="auto" aria-label="Navigation">
      <Brand {...brand} />
      <div class="ui-shell-close">
        <Button variant="quiet" icon="x" label="Close menu" popovertarget="navigation" popovertargetaction="hide" />
      </div>
      {top}
      <Navigation groups={groups} />
      {foot !== undefined && <div class="ui-shell-foot">{foot}</div>}
    </aside>
    <header class={joinClasses('ui-shell-bar', bar === undefined && 'bare')}>
      <div class="ui-shell-open">
        <Button variant="quiet" icon="menu" label="Menu" popovertarget="navigation" />
      </div>
      <Brand {...brand} />
      {bar !== undefined && <div class="ui-shell-end">{bar}</div>}
    </header>
    <main class="ui-shell-main" id="content" tabindex={-1}>
      {children}
    </main>
  </div>
)

/** Name of the product with its mark. */
export const Brand = ({ text, href }: { readonly text: string; readonly href: string }): JSX.Element => (
  <a class="ui-brand" href={href}>
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      aria-hidden="true"
    >
      <path d="M12 2 4 5.5V11c0 5 3.4 9.3 8 11 4.6-1.7 8-6 8-11V5.5z" />
      <circle cx="12" cy="10" r="2.4" />
      <path d="M12 12v4.5" />
    </svg>
    {text}
  </a>
)

const Navigation = ({ groups }: { readonly groups: readonly NavigationGroup[] }): JSX.Element => (
  <nav class="ui-nav" aria-label="Pages">
    {groups.map(({ label, entries }, at) => (
      <div>
        {label !== undefined && (
          <p class="ui-nav-label" id={`navigation-${at}`}>
            {label}
          </p>
        )}
        <ul aria-labelledby={label === undefined ? undefined : `navigation-${at}`}>
          {entries.map((entry) => (
            <li>
              <NavigationLink {...entry} />
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
)

const NavigationLink = ({ text, href, icon, isCurrent = false, count, shortcut }: NavigationEntry): JSX.Element => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined} data-key={shortcut}>
    {icon && <Icon name={icon} />}
    {text}
    {count && count.value > 0 && (
      <span class={joinClasses('ui-count', count.tone)} title={count.label}>
        <span aria-hidden="true">{count.value}</span>
        <span class="ui-hidden">, {count.label}</span>
      </span>
    )}
  </a>
)
