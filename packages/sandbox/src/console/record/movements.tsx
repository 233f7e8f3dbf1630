import { Amount, Badge, Card, CopyableText, Table, Time } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../names.ts'
import type { RecordDescription } from '../../records/detail.ts'
import { formatBalanceLink, formatLink } from '../links.ts'
import { notificationTones } from '../pages/notifications.tsx'
import { shorten } from './values.tsx'

interface MovementsProps {
  readonly record: RecordDescription
  readonly now: number
}

/** What a record moved: ledger transfers, transactions and notifications. */
export const Movements = ({ record, now }: MovementsProps): JSX.Element => (
  <>
    {record.transfers.length > 0 && <Transfers record={record} now={now} />}
    {record.transactions.length > 0 && <Transactions record={record} />}
    {record.notifications.length > 0 && <Notifications record={record} />}
  </>
)

const Transfers = ({ record: { transfers }, now }: MovementsProps): JSX.Element => (
  <Card title="Transfers" help="They explain the balances." isFlush>
    <Table
      caption="Transfers"
      columns={[
        { label: 'From' },
        { label: 'To' },
        { label: 'Amount', kind: 'number' },
        { label: 'Kind' },
        { label: 'Reason' },
        { label: 'Time' },
      ]}
      rows={transfers.map(({ id, from, to, symbol, amount, kind, reason, time }) => ({
        key: `transfer ${id}`,
        cells: [
          <Account owner={from} symbol={symbol} />,
          <Account owner={to} symbol={symbol} />,
          <Amount value={amount} symbol={symbol} />,
          capitalize(kind),
          reason,
          <Time at={time} now={now} isShort />,
        ],
      }))}
    />
  </Card>
)

/** An account of the ledger; that of a user is a link to its explanation. */
function Account({ owner, symbol }: { readonly owner: string; readonly symbol: string }): JSX.Element {
  const [, uid] = /^user (\d+)$/.exec(owner) ?? []
  return uid === undefined ? <>{capitalize(owner)}</> : <a href={formatBalanceLink(uid, symbol)}>User {uid}</a>
}

const Transactions = ({ record: { transactions } }: Pick<MovementsProps, 'record'>): JSX.Element => (
  <Card title="Transactions" isFlush>
    <Table
      caption="Transactions"
      columns={[{ label: 'Transaction' }, { label: 'Network' }, { label: 'Block', kind: 'number' }]}
      rows={transactions.map(({ txid, network, height }) => ({
        key: `transaction ${txid}`,
        cells: [
          <CopyableText text={txid} short={shorten(txid)} label="transaction id" />,
          network,
          height ?? 'not mined yet',
        ],
      }))}
    />
  </Card>
)

const Notifications = ({ record: { notifications } }: Pick<MovementsProps, 'record'>): JSX.Element => (
  <Card title="Notifications" isFlush>
    <Table
      caption="Notifications"
      columns={[
        { label: 'State' },
        { label: 'Id' },
        { label: 'Receiver', kind: 'code' },
        { label: 'Attempts', kind: 'number' },
      ]}
      rows={notifications.map(({ id, url, state, attempts }) => ({
        key: `notification ${id}`,
        cells: [
          <Badge tone={notificationTones[state]}>{capitalize(state)}</Badge>,
          <a href={formatLink(`/notifications/${id}`)}>{id}</a>,
          url,
          attempts,
        ],
      }))}
    />
  </Card>
)
