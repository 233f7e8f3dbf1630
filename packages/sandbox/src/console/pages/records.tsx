import type { JSX } from 'hono/jsx/jsx-runtime'

import { MissingError } from '../../errors.ts'
import { capitalize } from '../../names.ts'
import { formatListTitle, type RecordKindName, recordKinds } from '../../records/kinds.ts'
import { listNames } from '../../states/table.ts'
import { formatListLink, parseNumber } from '../links.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx'
import { More, RecordTable } from '../parts/table.tsx'

export function readKind({ getPathParameter }: PageContext): RecordKindName {
  const kind = listNames(recordKinds).find((each) => each === getPathParameter('kind'))
  if (kind) return kind
  throw new MissingError('Unknown type of record. Choose a list above.')
}

const pageSize = 50

export const renderRecordList: RenderPage = async (context) => {
  const { control, appId, query } = context
  const kind = readKind(context)
  const filters = Object.keys(recordKinds[kind].filters)
  const filterValues = filters.map((name) => [name, query.get(name)?.trim() ?? ''] as const)
  const uid = filterValues.find(([name, text]) => name === 'uid' && text !== '')
  const records = await control.records.list({
    kind,
    appId,
    limit: pageSize,
    before: parseNumber(query.get('before')),
    ...Object.fromEntries(filterValues.filter(([name, text]) => name !== 'uid' && text !== '')),
    // -1 matches no user.
    ...(uid && { uid: parseNumber(uid[1]) ?? -1 }),
  })
  const last = records.length === pageSize ? records.at(-1) : undefined
  const isFiltered = query.has('before') || filterValues.some(([, text]) => text !== '')
  return {
    title: `${formatListTitle(kind)} of ${appId}`,
    content: (
      <>
        <Filters clear={isFiltered ? formatListLink(kind) : undefined}>
          {filterValues.map(([name, value]) => (
            <Filter kind={kind} name={name} value={value} />
          ))}
        </Filters>
        <RecordTable
          kind={kind}
          caption={formatListTitle(kind)}
          records={records}
          empty={isFiltered ? 'No records match. Change the filters.' : undefined}
        />
        <More path={`/records/${kind}`} query={query} before={last?.id} />
      </>
    ),
  }
}

const labels: Readonly<Record<string, string>> = {
  uid: 'User',
  symbol: 'Coin',
  requestId: 'Request id',
  txid: 'Transaction',
}

const hints: Readonly<Record<string, string>> = {
  address: 'exact, or a prefix and *',
  email: 'exact, or a prefix and *',
}

interface FilterProps {
  readonly kind: RecordKindName
  readonly name: string
  readonly value: string
}

function Filter({ kind, name, value }: FilterProps): JSX.Element {
  const { states } = recordKinds[kind]
  if (name === 'state' && states)
    return <ChoiceFilter name={name} label={capitalize(name)} value={value} choices={listNames(states.states)} />
  const list = name === 'symbol' ? 'symbols' : undefined
  return (
    <TextFilter
      name={name}
      label={labels[name] ?? capitalize(name)}
      value={value}
      list={list}
      placeholder={hints[name]}
    />
  )
}
