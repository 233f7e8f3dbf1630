import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon, type IconName } from '../icons.tsx'
import { joinClasses } from './tone.ts'

interface CardProps {
  readonly title?: Child
  /** One sentence below the title. */
  readonly help?: Child
  /** Buttons or links beside the title. */
  readonly actions?: Child
  readonly foot?: Child
  /** Whether the content touches the border, as tables do. */
  readonly isFlush?: boolean
  readonly id?: string
  readonly children: Child
}

/** A box of things that belong together. */
export const Card = ({ title, help, actions, foot, isFlush = false, id, children }: CardProps): JSX.Element => (
  <section class={joinClasses('ui-card', isFlush && 'flush')} id={id}>
    {(title !== undefined || actions !== undefined) && (
      <header class="ui-card-head">
        {title !== undefined && <h2>{title}</h2>}
        {actions !== undefined && <div class="ui-row">{actions}</div>}
        {help !== undefined && <p>{help}</p>}
      </header>
    )}
    <div class="ui-card-body">{children}</div>
    {foot !== undefined && <footer class="ui-card-foot">{foot}</footer>}
  </section>
)

interface EmptyStateProps {
  readonly icon: IconName
  /** What is absent, and the next step. */
  readonly children: Child
  readonly action?: Child
}

export const EmptyState = ({ icon, children, action }: EmptyStateProps): JSX.Element => (
  <div class="ui-empty">
    <Icon name={icon} size={20} />
    <p>{children}</p>
    {action}
  </div>
)
