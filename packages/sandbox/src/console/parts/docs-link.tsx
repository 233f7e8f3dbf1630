import { Icon } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

interface DocsLinkProps {
  /** Absent if the sandbox does not know the docs. */
  readonly href: string | undefined
  readonly text: string
}

/** A link to the docs; nothing without them. */
export const DocsLink = ({ href, text }: DocsLinkProps): JSX.Element =>
  href === undefined ? (
    <></>
  ) : (
    <a href={href}>
      {text} <Icon name="external-link" size={12} />
    </a>
  )
