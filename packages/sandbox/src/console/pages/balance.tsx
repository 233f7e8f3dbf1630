// A balance, and the transfers that make it.
import type { PageOf } from '../page.ts'
import { Subject, Table, Time } from '../parts/table.tsx'
import { numberIn } from './records.tsx'

/** The page that explains a balance of a user. */
export const balancePage: PageOf = async ({ control, appId: chosen, query }) => {
  const appId = query.get('appId') ?? chosen
  const [uid, symbol] = [numberIn(query.get('uid')) ?? -1, query.get('symbol') ?? '']
  const { available, locked, transfers, unpaid } = await control.balances.explain({ appId, uid, symbol })
  return {
    title: `${symbol} of user ${uid}`,
    content: (
      <>
        <p>
          Available: <strong>{available}</strong>. Locked: <strong>{locked}</strong>.
        </p>
        <Table
          caption="Transfers that make this balance, the oldest first"
          columns={['id', 'amount', 'kind', 'reason', 'record', 'time']}
          rows={transfers.map((transfer) => [
            transfer.id,
            transfer.amount,
            transfer.kind,
            transfer.reason,
            <Subject text={transfer.subject} />,
            <Time at={transfer.created_at} />,
          ])}
          empty="No transfer has moved it yet."
        />
        {unpaid.length > 0 && <p>{unpaid.length} miner fees were larger than this balance.</p>}
      </>
    ),
  }
}
