// A balance, and the transfers that make it.
import { actionLink, numberIn } from '../links.ts'
import type { PageOf } from '../page.ts'
import { Subject, Table, Time } from '../parts/table.tsx'

// An open page is made again every second.
const most = 200

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
          rows={transfers
            .slice(-most)
            .map((transfer) => [
              transfer.id,
              transfer.amount,
              transfer.kind,
              transfer.reason,
              <Subject text={transfer.subject} />,
              <Time at={transfer.created_at} />,
            ])}
          empty="No transfer has moved it yet."
        />
        {transfers.length > most && (
          <p>
            {transfers.length - most} earlier transfers are left out:{' '}
            <a href={actionLink('balances.explain', { appId, uid, symbol })}>balances.explain</a> has all of
            them.
          </p>
        )}
        {unpaid.length > 0 && <p>{unpaid.length} miner fees were larger than this balance.</p>}
      </>
    ),
  }
}
