import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon } from '../icons.tsx'
import { joinClasses } from './tone.ts'

interface CopyButtonProps {
  /** The text to copy. Without it, the button copies the code block that contains it. */
  readonly text?: string
  /** What is copied, for screen readers. */
  readonly label: string
  /** Whether the button shows only its icon. */
  readonly isIconOnly?: boolean
}

/** Copies a text. Pages without script do not show it. */
export const CopyButton = ({ text = '', label, isIconOnly = false }: CopyButtonProps): JSX.Element => (
  <button
    type="button"
    class={joinClasses('ui-button quiet small', isIconOnly && 'icon-only')}
    data-copy={text}
    aria-label={`Copy ${label}`}
    title={`Copy ${label}`}
  >
    <Icon name="copy" size={isIconOnly ? 12 : 16} />
    {!isIconOnly && 'Copy'}
    <span class="ui-hidden" role="status" />
  </button>
)

interface CodeBlockProps {
  /** What the code is, such as `curl` or `Response`. */
  readonly title: string
  readonly children: string
  /** Whether long lines wrap. */
  readonly isWrapped?: boolean
  /** Buttons beside the copy button, such as Run. */
  readonly actions?: Child
  /** What the code is for screen readers, if pages have several with this title. */
  readonly label?: string
  /** Whether only the first lines are visible until someone opens the rest. */
  readonly isFolded?: boolean
}

/** Code whose copy button is always visible. */
export const CodeBlock = ({
  title,
  children,
  isWrapped = false,
  actions,
  label = title,
  isFolded = false,
}: CodeBlockProps): JSX.Element => (
  <div class={joinClasses('ui-code', isWrapped && 'wrap', isFolded && 'folded')}>
    <div class="ui-code-head">
      <span>{title}</span>
      <div class="ui-row">
        {actions}
        <CopyButton label={label} />
      </div>
    </div>
    <pre tabindex={0} role="region" aria-label={label}>
      <code>{children}</code>
    </pre>
    {isFolded && (
      <details class="ui-code-rest">
        <summary>
          <span>Show all lines</span>
          <span>Show less</span>
        </summary>
      </details>
    )}
  </div>
)

/** A short text in the mono font, such as an address, with a copy button. */
export const CopyableText = ({
  text,
  label,
  short = text,
}: {
  readonly text: string
  readonly label: string
  readonly short?: string
}): JSX.Element => (
  <span class="ui-copied">
    <code title={short === text ? undefined : text}>{short}</code>
    <CopyButton text={text} label={label} isIconOnly />
  </span>
)
