import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { type RecordKindName, recordKinds } from '../../records/kinds.ts'
import type { SandboxRecord } from '../../records/list.ts'
import { listNames } from '../../states/table.ts'
import { formatLink, formatRecordLink } from '../links.ts'

interface TableProps {
  /** Description for screen readers. */
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Child[])[]
  /** Keys of rows, such as `deposit 12`: updates keep the elements of a row, so that it does not lose the focus. */
  readonly ids?: readonly string[]
  /** Shown instead of a table without rows. */
  readonly empty: string
}

/** A table that scrolls in its own box if it is too wide. */
export function Table({ caption, columns, rows, ids, empty }: TableProps): JSX.Element {
  if (rows.length === 0) return <p class="empty">{empty}</p>
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr data-row={ids?.[at]}>
              {cells.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Unix milliseconds as a readable time in UTC. */
export const Time = ({ at }: { readonly at: number }): JSX.Element => {
  const text = new Date(at).toISOString()
  return <time datetime={text}>{text.replace('T', ' ').replace(/\.000Z$|Z$/, '')}</time>
}

const signs = { good: '✓', stop: '✕', wait: '…' } as const
type Tone = keyof typeof signs

/** A state of a notification or a request, with a sign beside its color. */
export const State = ({
  name,
  tone = tones[name] ?? 'wait',
}: {
  readonly name: string
  readonly tone?: Tone | undefined
}): JSX.Element => (
  <span class={`state ${tone}`}>
    {signs[tone]} {name}
  </span>
)

const tones: Readonly<Record<string, Tone>> = {
  accepted: 'good',
  delivered: 'good',
  'given up': 'stop',
  rejected: 'stop',
  unread: 'stop',
}

export const RecordState = ({ kind, name }: { readonly kind: RecordKindName; readonly name: string }): JSX.Element => (
  <State name={name} tone={recordKinds[kind].states?.states[name]?.tone ?? 'wait'} />
)

/** A value of a record. Long texts are cut unless `isWhole` is set. */
export function Value({
  record,
  name,
  isWhole = false,
}: {
  readonly record: SandboxRecord
  readonly name: string
  readonly isWhole?: boolean
}): JSX.Element {
  const value = record.values[name] ?? ''
  if (name.endsWith('_at')) return <Time at={Number(value)} />
  if (name === 'uid' && value !== '') return <a href={formatRecordLink('user', Number(value))}>{value}</a>
  return isWhole ? <>{String(value)}</> : <Long text={String(value)} />
}

/** The subject of a transfer, such as `deposit 12`, as a link to its page. */
export function Subject({ text }: { readonly text: string }): JSX.Element {
  const [, name, id] = /^(\w+) (\d+)$/.exec(text) ?? []
  const kind = listNames(recordKinds).find((each) => each === name)
  return kind ? <a href={formatRecordLink(kind, Number(id))}>{text}</a> : <>{text}</>
}

const maxCharacters = 24

/** A text whose middle is cut if it is long. Its title has all of it. */
export const Long = ({ text }: { readonly text: string }): JSX.Element =>
  text.length > maxCharacters + 8 ? (
    <span title={text}>
      {text.slice(0, maxCharacters - 8)}…{text.slice(-8)}
    </span>
  ) : (
    <>{text}</>
  )

export function RecordTable({
  kind,
  caption,
  records,
  empty = recordKinds[kind].list.empty,
}: {
  readonly kind: RecordKindName
  readonly caption: string
  readonly records: readonly SandboxRecord[]
  readonly empty?: string | undefined
}): JSX.Element {
  const names = recordKinds[kind].list.columns
  const hasState = records.some(({ state }) => state !== undefined)
  return (
    <Table
      caption={caption}
      columns={['id', ...(hasState ? ['state'] : []), ...names]}
      rows={records.map((record) => [
        <a href={formatRecordLink(kind, record.id)}>{record.id}</a>,
        ...(record.state === undefined ? [] : [<RecordState kind={kind} name={record.state} />]),
        ...names.map((name) => <Value record={record} name={name} />),
      ])}
      ids={records.map(({ id }) => `${kind} ${id}`)}
      empty={empty}
    />
  )
}

interface MoreProps {
  readonly path: string
  readonly query: URLSearchParams
  /** The smallest id of this page, if another page may follow. */
  readonly before: number | undefined
}

export function More({ path, query, before }: MoreProps): JSX.Element {
  const { before: currentBefore, ...others } = Object.fromEntries(query)
  return (
    <p class="pages">
      {currentBefore !== undefined && <a href={formatLink(path, others)}>Newest</a>}{' '}
      {before !== undefined && (
        <a href={formatLink(path, { ...others, before })} rel="next">
          Older
        </a>
      )}
    </p>
  )
}
