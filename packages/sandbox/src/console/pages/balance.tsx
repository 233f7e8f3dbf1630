import type { Child } from 'hono/jsx'

import type { Control } from '../../control/control.ts'
import { parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { More, Subject, Table, Time } from '../parts/table.tsx'

const pageSize = 50

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
  transfer.available,
  describeTransferKind(transfer),
  transfer.reason,
  <Subject text={transfer.subject} />,
  <Time at={transfer.created_at} />,
]

export const renderBalancePage: RenderPage = async ({ control, appId: sessionAppId, query }) => {
  const appId = query.get('appId') ?? sessionAppId
  const [uid, symbol] = [parseNumber(query.get('uid')) ?? -1, query.get('symbol') ?? '']
  const page = { before: parseNumber(query.get('before')), limit: pageSize }
  const { available, locked, transfers, unpaid } = await control.balances.explain({ appId, uid, symbol, ...page })
  return {
    title: `${symbol} of user ${uid}`,
    content: (
      <>
        <p>
          Available: <strong>{available}</strong>. Locked: <strong>{locked}</strong>.
        </p>
        <Table
          caption="Transfers that add up to the available balance, newest first"
          columns={['id', 'amount', 'available after', 'kind', 'reason', 'record', 'time']}
          rows={transfers.map(formatCells)}
          ids={transfers.map(({ id }) => `transfer ${id}`)}
          empty="No transfers. Deposits and withdrawals change this balance."
        />
        <More path="/balance" query={query} before={transfers.length === pageSize ? transfers.at(-1)?.id : undefined} />
        {unpaid.length > 0 && <p>Miner fees that exceeded this balance: {unpaid.length}.</p>}
      </>
    ),
  }
}
