import { Card, LinkButton, PageHeader } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { MissingError } from '../../errors.ts'
import type { ControlId } from '../../generated/calls.ts'
import { formatListTitle, type RecordKindName, recordKinds } from '../../records/kinds.ts'
import { listNames } from '../../states/table.ts'
import { formatActionLink, formatListLink, parseNumber } from '../links.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx'
import { More } from '../parts/more.tsx'
import { RecordTable } from '../record/table.tsx'
import { getLabel } from '../words.ts'

export function readKind({ getPathParameter }: PageContext): RecordKindName {
  const kind = listNames(recordKinds).find((each) => each === getPathParameter('kind'))
  if (kind) return kind
  throw new MissingError('Unknown type of record. Choose a list of the navigation.')
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
    ...Object.fromEntries(filterValues.filter(([name, text]) => !['held', 'uid'].includes(name) && text !== '')),
    ...(query.get('held') && { held: query.get('held') === 'true' }),
    // -1 matches no user.
    ...(uid && { uid: parseNumber(uid[1]) ?? -1 }),
  })
  const last = records.length === pageSize ? records.at(-1) : undefined
  const isFiltered = query.has('before') || filterValues.some(([, text]) => text !== '')
  return {
    title: formatListTitle(kind),
    content: (
      <>
        <PageHeader
          title={formatListTitle(kind)}
          meta={`Of ${appId}, newest first.`}
          actions={<ListAction kind={kind} appId={appId} />}
        />
        <Filters clear={isFiltered ? formatListLink(kind) : undefined}>
          {filterValues.map(([name, value]) => (
            <Filter kind={kind} name={name} value={value} />
          ))}
        </Filters>
        <Card isFlush>
          <RecordTable
            kind={kind}
            records={records}
            now={control.time.now()}
            empty={isFiltered ? 'No records match. Change the filters.' : undefined}
          />
        </Card>
        <More path={`/records/${kind}`} query={query} before={last?.id} />
      </>
    ),
  }
}

/** The call that creates a record of a list. */
const listActions: { readonly [Kind in RecordKindName]?: readonly [id: ControlId, text: string] } = {
  user: ['users.create', 'Create a user'],
  address: ['addresses.generate', 'Add addresses'],
  account: ['chain.pay', 'Pay an address'],
  deposit: ['chain.pay', 'Pay an address'],
  withdrawal: ['withdrawals.request', 'Request a withdrawal'],
  mpc_withdrawal: ['mpcWithdrawals.request', 'Request an MPC withdrawal'],
  stake: ['stakes.stake', 'Stake coins'],
  delegation: ['delegations.create', 'Create a delegation'],
}

function ListAction({ kind, appId }: { readonly kind: RecordKindName; readonly appId: string }): JSX.Element {
  const [id, text] = listActions[kind] ?? []
  if (id === undefined) return <></>
  return (
    <LinkButton variant="primary" icon="plus" href={formatActionLink(id, { appId })}>
      {text}
    </LinkButton>
  )
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
  const label = getLabel(name)
  if (name === 'state' && states)
    return <ChoiceFilter name={name} label={label} value={value} choices={listNames(states.states)} />
  if (name === 'held') return <ChoiceFilter name={name} label={label} value={value} choices={['true', 'false']} />
  const list = name === 'symbol' ? 'symbols' : undefined
  return <TextFilter name={name} label={label} value={value} list={list} placeholder={hints[name]} />
}
