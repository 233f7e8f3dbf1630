import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon, type IconName } from '../icons.tsx'
import { joinClasses, type Tone } from './tone.ts'

type NoticeTone = Exclude<Tone, 'neutral'>

const icons: Readonly<Record<NoticeTone, IconName>> = {
  good: 'circle-check',
  wait: 'triangle-alert',
  stop: 'circle-x',
  info: 'info',
}

interface NoticeProps {
  readonly tone?: NoticeTone
  /** The outcome in one sentence. */
  readonly title: Child
  /** Details and the next step. */
  readonly children?: Child
  /** A button at the right. */
  readonly action?: Child
}

/** An outcome or a warning. Screen readers read warnings and failures at once. */
export const Notice = ({ tone = 'info', title, children, action }: NoticeProps): JSX.Element => (
  <div class={joinClasses('ui-notice', tone)} role={tone === 'wait' || tone === 'stop' ? 'alert' : 'status'}>
    <Icon name={icons[tone]} />
    <div class="ui-notice-body">
      <p class="ui-notice-title">{title}</p>
      {children}
    </div>
    {action}
  </div>
)
