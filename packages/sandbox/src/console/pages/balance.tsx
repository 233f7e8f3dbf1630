import { isDecimal, sum } from '@custody-wallet/types/arithmetic'
import type { Child } from 'hono/jsx'

import type { Control } from '../../control/control.ts'
import { formatActionLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { Subject, Table, Time } from '../parts/table.tsx'

// An open page is rendered again every second.
const maxTransfers = 200

type Transfer = Awaited<ReturnType<Control['balances']['explain']>>['transfers'][number]

/** Describes the effect of a transfer on the available balance. */
function describeTransferKind({ kind, change, amount }: Transfer): string {
  if (kind === 'voided') return change === '0' ? 'voided: never counted' : 'voided: returned'
  if (change === amount) return kind
  return kind === 'pending' ? 'pending: not counted yet' : 'posted: already counted as pending'
}

const formatCells = (transfer: Transfer): readonly Child[] => [
  transfer.id,
  transfer.change,
  describeTransferKind(transfer),
  transfer.reason,
  <Subject text={transfer.subject} />,
  <Time at={transfer.created_at} />,
]

/** Formats one row for all earlier transfers. */
const formatSum = (transfers: readonly Transfer[]): readonly (readonly Child[])[] =>
  transfers.length === 0
    ? []
    : [
        [
          '',
          sum(transfers.map(({ change }) => change).filter(isDecimal)),
          `${transfers.length} earlier transfers`,
          '',
          '',
          '',
        ],
      ]

export const renderBalancePage: RenderPage = async ({ control, appId: sessionAppId, query }) => {
  const appId = query.get('appId') ?? sessionAppId
  const [uid, symbol] = [parseNumber(query.get('uid')) ?? -1, query.get('symbol') ?? '']
  const { available, locked, transfers, unpaid } = await control.balances.explain({ appId, uid, symbol })
  const [earlierTransfers, recentTransfers] = [transfers.slice(0, -maxTransfers), transfers.slice(-maxTransfers)]
  return {
    title: `${symbol} of user ${uid}`,
    content: (
      <>
        <p>
          Available: <strong>{available}</strong>. Locked: <strong>{locked}</strong>.
        </p>
        <Table
          caption="Transfers that add up to the available balance, oldest first"
          columns={['id', 'amount', 'kind', 'reason', 'record', 'time']}
          rows={[...formatSum(earlierTransfers), ...recentTransfers.map(formatCells)]}
          ids={[
            ...(earlierTransfers.length > 0 ? ['earlier'] : []),
            ...recentTransfers.map(({ id }) => `transfer ${id}`),
          ]}
          empty="No transfers yet. Deposits and withdrawals change this balance."
        />
        {earlierTransfers.length > 0 && (
          <p>
            To see all transfers, call{' '}
            <a href={formatActionLink('balances.explain', { appId, uid, symbol })}>balances.explain</a>.
          </p>
        )}
        {unpaid.length > 0 && <p>Miner fees that exceeded this balance: {unpaid.length}.</p>}
      </>
    ),
  }
}
