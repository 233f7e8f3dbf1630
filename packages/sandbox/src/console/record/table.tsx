import { Badge, EmptyState, Table } from '@custody-wallet/pages'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { formatListTitle, type RecordKindName, recordKinds } from '../../records/kinds.ts'
import type { SandboxRecord } from '../../records/list.ts'
import { formatRecordLink } from '../links.ts'
import { kindIcons } from '../navigation.ts'
import { getLabel } from '../words.ts'
import { RecordState } from './state.tsx'
import { getValueKind, Value } from './values.tsx'

interface RecordTableProps {
  readonly kind: RecordKindName
  readonly records: readonly SandboxRecord[]
  readonly now: number
  /** Replaces the text for a merchant without records. */
  readonly empty?: Child
}

const columnKinds = { amount: 'number', number: 'number' } as const

/** Records as a table: the state, the id, and the columns of their type. */
export function RecordTable({
  kind,
  records,
  now,
  empty = recordKinds[kind].list.empty,
}: RecordTableProps): JSX.Element {
  const { states, list } = recordKinds[kind]
  return (
    <Table
      caption={`${formatListTitle(kind)}, newest first`}
      columns={[
        ...(states ? [{ label: 'State' }] : []),
        { label: 'Id' },
        ...list.columns.map((name) => ({ label: getLabel(name), ...getColumnKind(kind, name) })),
      ]}
      rows={records.map((record) => ({
        key: `${kind} ${record.id}`,
        cells: [
          ...(record.state === undefined ? [] : [<State record={record} name={record.state} />]),
          <a href={formatRecordLink(kind, record.id)}>{record.id}</a>,
          ...list.columns.map((name) => <Value record={record} name={name} now={now} isShort />),
        ],
      }))}
      empty={<EmptyState icon={kindIcons[kind]}>{empty}</EmptyState>}
    />
  )
}

const State = ({ record, name }: { readonly record: SandboxRecord; readonly name: string }): JSX.Element => (
  <div class="ui-row tight">
    <RecordState kind={record.kind} name={name} />
    {record.values['held'] === 1 && <Badge tone="wait">Held</Badge>}
  </div>
)

function getColumnKind(kind: RecordKindName, name: string): { readonly kind?: 'number' } {
  const valueKind = getValueKind(kind, name)
  return valueKind === 'amount' || valueKind === 'number' ? { kind: columnKinds[valueKind] } : {}
}
