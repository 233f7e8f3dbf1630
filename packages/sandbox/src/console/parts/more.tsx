import { LinkButton } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { formatLink } from '../links.ts'

interface MoreProps {
  readonly path: string
  readonly query: URLSearchParams
  /** The smallest id of this page, if another page may follow. */
  readonly before: number | undefined
}

/** Links to the newest and the next page of a list. */
export function More({ path, query, before }: MoreProps): JSX.Element {
  const { before: currentBefore, ...others } = Object.fromEntries(query)
  if (currentBefore === undefined && before === undefined) return <></>
  return (
    <nav class="ui-row" aria-label="Pages of the list">
      {currentBefore !== undefined && <LinkButton href={formatLink(path, others)}>Newest</LinkButton>}
      {before !== undefined && (
        <LinkButton href={formatLink(path, { ...others, before })} rel="next">
          Older
        </LinkButton>
      )}
    </nav>
  )
}
