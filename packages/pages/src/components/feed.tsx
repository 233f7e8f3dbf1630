import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon, type IconName } from '../icons.tsx'
import { joinClasses, type Tone } from './tone.ts'

export interface Change {
  readonly icon: IconName
  readonly tone?: Tone
  /** What happened, with a link. */
  readonly text: Child
  readonly note?: Child
  readonly time?: Child
  /** Details below the text. */
  readonly children?: Child
  /** Key as in a table. */
  readonly key?: string
}

/** Changes as a list, newest first. */
export const Feed = ({
  label,
  changes,
}: {
  readonly label: string
  readonly changes: readonly Change[]
}): JSX.Element => (
  <ol class="ui-feed" aria-label={label}>
    {changes.map(({ icon, tone, text, note, time, children, key }) => (
      <li data-row={key}>
        <span class={joinClasses('ui-feed-icon', tone)}>
          <Icon name={icon} />
        </span>
        <div class="ui-feed-text">
          {text}
          {note !== undefined && <small>{note}</small>}
          {children}
        </div>
        {time !== undefined && <div class="ui-feed-time">{time}</div>}
      </li>
    ))}
  </ol>
)

export interface Step {
  readonly title: string
  readonly status: 'done' | 'current' | 'next' | 'failed'
  readonly children?: Child
}

const statusTexts = { done: 'Done: ', current: 'Now: ', next: '', failed: 'Failed: ' } as const
const statusIcons = { done: 'check', failed: 'x' } as const

const StepSign = ({ status, number }: { readonly status: Step['status']; readonly number: number }): JSX.Element => (
  <span class="ui-step-sign" aria-hidden="true">
    {status === 'done' || status === 'failed' ? <Icon name={statusIcons[status]} /> : number}
  </span>
)

/** Steps of a task in their order. */
export const Steps = ({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }): JSX.Element => (
  <ol class="ui-steps" aria-label={label}>
    {steps.map(({ title, status, children }, at) => (
      <li class={status} aria-current={status === 'current' ? 'step' : undefined}>
        <StepSign status={status} number={at + 1} />
        <div class="ui-step-body">
          <h3>
            <span class="ui-hidden">{statusTexts[status]}</span>
            {title}
          </h3>
          {children}
        </div>
      </li>
    ))}
  </ol>
)
