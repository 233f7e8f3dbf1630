import { Amount, Card, EmptyState, Notice, PageHeader, Stats, Table, Time } from '@custody-wallet/pages'

import type { Control } from '../../control/control.ts'
import { formatListLink, formatRecordLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { More } from '../parts/more.tsx'
import { Subject } from '../record/subject.tsx'

const pageSize = 50

type Transfer = Awaited<ReturnType<Control['balances']['explain']>>['transfers'][number]

/** Describes the effect of a transfer on the available balance. */
function describeTransferKind({ kind, change, amount }: Transfer): string {
  if (kind === 'voided') return change === '0' ? 'Voided: never counted' : 'Voided: returned'
  if (change === amount) return kind === 'pending' ? 'Pending' : 'Posted'
  return kind === 'pending' ? 'Pending: not counted yet' : 'Posted: already counted as pending'
}

export const renderBalancePage: RenderPage = async ({ control, appId: sessionAppId, query }) => {
  const appId = query.get('appId') ?? sessionAppId
  const [uid, symbol] = [parseNumber(query.get('uid')) ?? -1, query.get('symbol') ?? '']
  const page = { before: parseNumber(query.get('before')), limit: pageSize }
  const { available, locked, transfers, unpaid } = await control.balances.explain({ appId, uid, symbol, ...page })
  const now = control.time.now()
  return {
    title: `${symbol} of user ${uid}`,
    content: (
      <>
        <PageHeader
          title={`${symbol} of user ${uid}`}
          crumbs={[
            { text: 'Balances', href: formatListLink('account') },
            { text: `User ${uid}`, href: formatRecordLink('user', uid) },
          ]}
        />
        <Card>
          <Stats
            facts={[
              { term: 'Available', value: <Amount value={available} symbol={symbol} /> },
              { term: 'Locked', value: <Amount value={locked} symbol={symbol} /> },
            ]}
          />
        </Card>
        {unpaid.length > 0 && <Notice tone="wait" title={`Miner fees that exceeded this balance: ${unpaid.length}.`} />}
        <Card title="Transfers" help="They add up to the available balance, newest first." isFlush>
          <Table
            caption="Transfers, newest first"
            columns={[
              { label: 'Record' },
              { label: 'Reason' },
              { label: 'Change', kind: 'number' },
              { label: 'Available after', kind: 'number' },
              { label: 'Effect' },
              { label: 'Time' },
            ]}
            rows={transfers.map((transfer) => ({
              key: `transfer ${transfer.id}`,
              cells: [
                <Subject text={transfer.subject} />,
                transfer.reason,
                <Amount value={transfer.change} />,
                <Amount value={transfer.available} />,
                describeTransferKind(transfer),
                <Time at={transfer.created_at} now={now} isShort />,
              ],
            }))}
            empty={<EmptyState icon="wallet">No transfers. Deposits and withdrawals change this balance.</EmptyState>}
          />
        </Card>
        <More path="/balance" query={query} before={transfers.length === pageSize ? transfers.at(-1)?.id : undefined} />
      </>
    ),
  }
}
