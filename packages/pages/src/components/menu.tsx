import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon, type IconName } from '../icons.tsx'
import { type ButtonLook, getButtonClass } from './button.tsx'
import { joinClasses } from './tone.ts'

interface MenuProps extends Pick<ButtonLook, 'variant' | 'size' | 'icon'> {
  /** Name for screen readers, if the button shows only an icon. */
  readonly label?: string
  /** Text of the button. */
  readonly text?: Child
  /** Whether the menu opens to the left. */
  readonly isAtEnd?: boolean
  /** Whether the button is as wide as its parent. */
  readonly isWhole?: boolean
  readonly children: Child
}

/** A button that opens a list of links and buttons. It is a fold, which needs no script. */
export const Menu = ({ text, label, icon, variant, size, isAtEnd, isWhole, children }: MenuProps): JSX.Element => (
  <details class={joinClasses('ui-menu', isAtEnd && 'end', isWhole && 'whole')}>
    <summary class={getButtonClass({ variant, size, children: text })} aria-label={label} title={label}>
      {icon && <Icon name={icon} />}
      {text}
      {text !== undefined && (
        <span class="chevron">
          <Icon name="chevron-down" size={12} />
        </span>
      )}
    </summary>
    <div class="ui-menu-panel">{children}</div>
  </details>
)

interface MenuItemProps {
  readonly icon?: IconName
  readonly isDanger?: boolean
  readonly isCurrent?: boolean
  readonly children: Child
}

const MenuItemContent = ({ icon, isCurrent, children }: MenuItemProps): JSX.Element => (
  <>
    {icon && <Icon name={icon} />}
    <span>{children}</span>
    {isCurrent && <Icon name="check" />}
  </>
)

export const MenuLink = ({ href, ...item }: MenuItemProps & { readonly href: string }): JSX.Element => (
  <a
    class={joinClasses('ui-menu-item', item.isDanger && 'danger')}
    href={href}
    aria-current={item.isCurrent ? 'true' : undefined}
  >
    <MenuItemContent {...item} />
  </a>
)

interface MenuButtonProps extends MenuItemProps {
  /** Name and value that the form submits. */
  readonly name?: string
  readonly value?: string
  readonly form?: string
}

/** Submits the form around it, or the form with the id `form`. */
export const MenuButton = ({ name, value, form, ...item }: MenuButtonProps): JSX.Element => (
  <button
    type="submit"
    class={joinClasses('ui-menu-item', item.isDanger && 'danger')}
    name={name}
    value={value}
    form={form}
    aria-current={item.isCurrent ? 'true' : undefined}
  >
    <MenuItemContent {...item} />
  </button>
)

/** Content that is folded until someone opens it. */
export const Fold = ({
  title,
  isOpen = false,
  children,
}: {
  readonly title: Child
  readonly isOpen?: boolean
  readonly children: Child
}): JSX.Element => (
  <details class="ui-fold" open={isOpen}>
    <summary>
      <Icon name="chevron-right" size={12} />
      {title}
    </summary>
    <div class="ui-fold-body">{children}</div>
  </details>
)
