// A balance, and the transfers that make it.
import { isDecimal, sum } from '@custody-wallet/types/arithmetic'
import type { Child } from 'hono/jsx'

import type { Control } from '../../control/control.ts'
import { formatActionLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { Subject, Table, Time } from '../parts/table.tsx'

// An open page is made again every second.
const maxTransfers = 200

type Transfer = Awaited<ReturnType<Control['balances']['explain']>>['transfers'][number]

/** What a transfer did to the available balance, beside its kind. */
function describeTransferKind({ kind, change, amount }: Transfer): string {
  if (kind === 'voided') return change === '0' ? 'voided: was not counted' : 'voided: returned'
  if (change === amount) return kind
  return kind === 'pending' ? 'pending: not counted yet' : 'posted: counted while it was pending'
}

const formatCells = (transfer: Transfer): readonly Child[] => [
  transfer.id,
  transfer.change,
  describeTransferKind(transfer),
  transfer.reason,
  <Subject text={transfer.subject} />,
  <Time at={transfer.created_at} />,
]

/** One row for the transfers that have none of their own. */
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

/** The page that explains a balance of a user. */
export const renderBalancePage: RenderPage = async ({ control, appId: sessionAppId, query }) => {
  const appId = query.get('appId') ?? sessionAppId
  const [uid, symbol] = [parseNumber(query.get('uid')) ?? -1, query.get('symbol') ?? '']
  const { available, locked, transfers, unpaid } = await control.balances.explain({ appId, uid, symbol })
  const [earlierTransfers, recentTransfers] = [
    transfers.slice(0, -maxTransfers),
    transfers.slice(-maxTransfers),
  ]
  return {
    title: `${symbol} of user ${uid}`,
    content: (
      <>
        <p>
          Available: <strong>{available}</strong>. Locked: <strong>{locked}</strong>.
        </p>
        <Table
          caption="Transfers whose amounts add up to what is available, the oldest first"
          columns={['id', 'amount', 'kind', 'reason', 'record', 'time']}
          rows={[...formatSum(earlierTransfers), ...recentTransfers.map(formatCells)]}
          ids={[
            ...(earlierTransfers.length > 0 ? ['earlier'] : []),
            ...recentTransfers.map(({ id }) => `transfer ${id}`),
          ]}
          empty="No transfer has moved it yet."
        />
        {earlierTransfers.length > 0 && (
          <p>
            <a href={formatActionLink('balances.explain', { appId, uid, symbol })}>balances.explain</a> shows
            each of the earlier transfers.
          </p>
        )}
        {unpaid.length > 0 && <p>{unpaid.length} miner fees were larger than this balance.</p>}
      </>
    ),
  }
}
