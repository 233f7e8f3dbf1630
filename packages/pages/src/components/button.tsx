import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Icon, type IconName } from '../icons.tsx'
import { joinClasses } from './tone.ts'

/** Looks of a button. A page has one primary button; red buttons destroy something. */
export interface ButtonLook {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  readonly size?: 'small' | 'medium' | 'large' | undefined
  readonly icon?: IconName | undefined
  /** Name for screen readers. Without children, the button shows only its icon. */
  readonly label?: string | undefined
  readonly isWhole?: boolean | undefined
  readonly children?: Child
}

/** Writes the classes of a button, for elements that look like one, such as a `summary`. */
export const getButtonClass = ({ variant, size, isWhole, children }: ButtonLook): string =>
  joinClasses('ui-button', variant, size, isWhole && 'whole', children === undefined && 'icon-only')

const ButtonContent = ({ icon, children }: ButtonLook): JSX.Element => (
  <>
    {icon && <Icon name={icon} />}
    {children}
  </>
)

type ButtonProps = ButtonLook & Omit<JSX.IntrinsicElements['button'], 'size' | 'class' | 'children'>

export const Button = ({ variant, size, icon, label, isWhole, children, ...attributes }: ButtonProps): JSX.Element => (
  <button
    type="button"
    {...attributes}
    class={getButtonClass({ variant, size, isWhole, children })}
    aria-label={label}
    title={children === undefined ? label : attributes['title']}
  >
    <ButtonContent icon={icon}>{children}</ButtonContent>
  </button>
)

type LinkButtonProps = ButtonLook & Omit<JSX.IntrinsicElements['a'], 'class' | 'children'>

/** A link that looks like a button, for actions that only open another page. */
export const LinkButton = ({
  variant,
  size,
  icon,
  label,
  isWhole,
  children,
  ...attributes
}: LinkButtonProps): JSX.Element => (
  <a
    {...attributes}
    class={getButtonClass({ variant, size, isWhole, children })}
    aria-label={label}
    title={children === undefined ? label : attributes['title']}
  >
    <ButtonContent icon={icon}>{children}</ButtonContent>
  </a>
)
