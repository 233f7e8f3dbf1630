import { Amount, Card, LinkButton, Table } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { formatListTitle, type RecordKindName } from '../../records/kinds.ts'
import type { SandboxRecord } from '../../records/list.ts'
import { formatActionLink, formatBalanceLink, formatListLink } from '../links.ts'
import type { PageContext } from '../page.ts'
import { RecordTable } from './table.tsx'

const latestCount = 5

interface UserProps {
  readonly context: PageContext
  readonly user: SandboxRecord
  readonly now: number
}

/** What belongs to a user: balances, deposit addresses, deposits and withdrawals. */
export async function UserRecords({ context: { control }, user: { id, appId }, now }: UserProps): Promise<JSX.Element> {
  const list = (kind: RecordKindName, limit: number) => control.records.list({ kind, appId, uid: id, limit })
  const [balances, addresses, deposits, withdrawals] = await Promise.all([
    list('account', 100),
    list('address', 100),
    list('deposit', latestCount),
    list('withdrawal', latestCount),
  ])
  return (
    <>
      <div class="ui-columns">
        <Card title="Balances" isFlush>
          <Balances uid={id} balances={balances} />
        </Card>
        <Card
          title="Deposit addresses"
          isFlush
          actions={
            <LinkButton size="small" icon="plus" href={formatActionLink('addresses.assign', { appId, uid: id })}>
              Assign
            </LinkButton>
          }
        >
          <RecordTable
            kind="address"
            records={addresses}
            now={now}
            empty="No addresses yet. Assign one to receive deposits."
          />
        </Card>
      </div>
      <Latest kind="deposit" uid={id} records={deposits} now={now} />
      <Latest kind="withdrawal" uid={id} records={withdrawals} now={now} />
    </>
  )
}

const Balances = ({
  uid,
  balances,
}: {
  readonly uid: number
  readonly balances: readonly SandboxRecord[]
}): JSX.Element => (
  <Table
    caption="Balances by coin"
    columns={[{ label: 'Coin' }, { label: 'Available', kind: 'number' }, { label: 'Locked', kind: 'number' }]}
    rows={balances.map(({ id, values: { symbol, available, locked } }) => ({
      key: `account ${id}`,
      cells: [
        <a href={formatBalanceLink(uid, String(symbol))}>{symbol}</a>,
        <Amount value={String(available)} />,
        <Amount value={String(locked)} />,
      ],
    }))}
    empty={<p class="ui-quiet">No balances yet. Pay an address of the user.</p>}
  />
)

interface LatestProps {
  readonly kind: RecordKindName
  readonly uid: number
  readonly records: readonly SandboxRecord[]
  readonly now: number
}

const Latest = ({ kind, uid, records, now }: LatestProps): JSX.Element => (
  <Card
    title={`Latest ${formatListTitle(kind).toLowerCase()}`}
    isFlush
    actions={<a href={formatListLink(kind, { uid })}>All</a>}
  >
    <RecordTable kind={kind} records={records} now={now} />
  </Card>
)
