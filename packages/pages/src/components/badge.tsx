import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon } from '../icons.tsx'
import { joinClasses, type Tone, toneIcons } from './tone.ts'

interface BadgeProps {
  readonly tone?: Tone
  readonly children: Child
}

/** An HTTP method, such as GET. */
export const Method = ({ name }: { readonly name: string }): JSX.Element => (
  <code class={joinClasses('ui-method', name === 'GET' ? 'read' : 'write')}>{name}</code>
)

/** A state in a word or two, with a sign beside its color. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps): JSX.Element => (
  <span class={joinClasses('ui-badge', tone)}>
    {tone === 'neutral' ? <span class="ui-dot" aria-hidden="true" /> : <Icon name={toneIcons[tone]} size={12} />}
    {children}
  </span>
)
