import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../names.ts'
import { recordKinds } from '../../records/kinds.ts'
import { listNames } from '../../states/table.ts'
import { formatRecordLink } from '../links.ts'

/** The subject of a transfer, such as `deposit 12`, as a link to its page. */
export function Subject({ text }: { readonly text: string }): JSX.Element {
  const [, name, id] = /^(\w+) (\d+)$/.exec(text) ?? []
  const kind = listNames(recordKinds).find((each) => each === name)
  if (!kind) return <>{text}</>
  return (
    <a href={formatRecordLink(kind, Number(id))}>
      {capitalize(recordKinds[kind].title)} {id}
    </a>
  )
}
