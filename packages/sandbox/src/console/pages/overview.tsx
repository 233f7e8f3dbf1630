// What a merchant has now, and what to do first.
import { listLink, actionLink } from '../links.ts'
import type { PageOf } from '../page.ts'
import { CallForm } from '../parts/call-form.tsx'
import { RecordTable, Table, Time } from '../parts/table.tsx'

const latest = 6

export const overview: PageOf = async (context) => {
  const { control, appId } = context
  const list = (kind: 'account' | 'deposit' | 'user' | 'withdrawal') =>
    control.records.list({ kind, appId, limit: latest })
  const [users, accounts, deposits, withdrawals, networks, pools] = await Promise.all([
    list('user'),
    list('account'),
    list('deposit'),
    list('withdrawal'),
    control.networks.list(),
    control.addresses.pools({ appId }),
  ])
  return {
    title: `Overview of ${appId}`,
    content: (
      <>
        <section class="bar">
          <p class="clock">
            Clock of the sandbox: <Time at={control.time.now()} />
          </p>
          <CallForm
            context={context}
            id="chain.mine"
            preset={{ blocks: '1' }}
            only={['blocks']}
            label="Mine"
          />
          <CallForm context={context} id="time.advance" preset={{ duration: '1h' }} label="Advance" />
          <CallForm context={context} id="time.runUntilIdle" only={[]} label="Run until idle" />
        </section>
        <div class="grid">
          <section>
            <h2>
              <a href={listLink('user')}>Users</a>
            </h2>
            <RecordTable kind="user" caption="Latest users" records={users} />
            <CallForm context={context} id="users.create" preset={{ appId }} only={['email']} />
          </section>
          <section>
            <h2>
              <a href={listLink('account')}>Balances</a>
            </h2>
            <RecordTable kind="account" caption="Latest balances" records={accounts} />
          </section>
          <section>
            <h2>
              <a href={listLink('deposit')}>Deposits</a>
            </h2>
            <RecordTable kind="deposit" caption="Latest deposits" records={deposits} />
            <p>
              <a href={actionLink('chain.pay')}>Pay in</a>
            </p>
          </section>
          <section>
            <h2>
              <a href={listLink('withdrawal')}>Withdrawals</a>
            </h2>
            <RecordTable kind="withdrawal" caption="Latest withdrawals" records={withdrawals} />
            <p>
              <a href={actionLink('withdrawals.request', { appId })}>Request a withdrawal</a>
            </p>
          </section>
          <section>
            <h2>Address pools</h2>
            <Table
              caption="Addresses that no user has"
              columns={['symbol', 'available', 'level']}
              rows={pools.map(({ symbol, available, limit }) => [
                symbol,
                `${available} of ${limit}`,
                <meter
                  min={0}
                  max={limit}
                  value={Math.min(available, limit)}
                  aria-label={`Pool of ${symbol}`}
                />,
              ])}
              empty="No pool has an address: add some."
            />
            <p>
              <a href={actionLink('addresses.generate', { appId })}>Add addresses</a>
            </p>
          </section>
          <section>
            <h2>Chains</h2>
            <Table
              caption="Heights of the chains"
              columns={['network', 'height', 'block every']}
              rows={networks.map(({ name, height, interval }) => [
                name,
                height,
                interval === 0 ? 'by control' : `${interval / 1000} s`,
              ])}
              empty="There is no network."
            />
          </section>
        </div>
      </>
    ),
  }
}
