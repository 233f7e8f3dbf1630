import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { formatListTitle, type RecordKindName } from '../../records/kinds.ts'
import type { SandboxRecord } from '../../records/list.ts'
import { formatActionLink, formatListLink } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { CallForm } from '../parts/call-form.tsx'
import { Section } from '../parts/section.tsx'
import { RecordTable, Table, Time } from '../parts/table.tsx'

const latestCount = 6

export const renderOverview: RenderPage = async (context) => {
  const { control, appId } = context
  const list = (kind: RecordKindName) => control.records.list({ kind, appId, limit: latestCount })
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
            Sandbox clock: <Time at={control.time.now()} />
          </p>
          <CallForm context={context} id="chain.mine" preset={{ blocks: '1' }} only={['blocks']} label="Mine" />
          <CallForm context={context} id="time.advance" preset={{ duration: '1h' }} label="Advance" />
          <CallForm context={context} id="time.runUntilIdle" only={[]} label="Run until idle" />
        </section>
        <div class="grid">
          <Latest kind="user" records={users}>
            <CallForm context={context} id="users.create" preset={{ appId }} only={['email']} />
          </Latest>
          <Latest kind="account" records={accounts} />
          <Latest kind="deposit" records={deposits}>
            <p>
              <a href={formatActionLink('chain.pay')}>Pay an address</a>
            </p>
          </Latest>
          <Latest kind="withdrawal" records={withdrawals}>
            <p>
              <a href={formatActionLink('withdrawals.request', { appId })}>Request a withdrawal</a>
            </p>
          </Latest>
          <Section title="Address pools">
            <Table
              caption="Available addresses by coin"
              columns={['symbol', 'available', 'level']}
              rows={pools.map(({ symbol, available, limit }) => [
                symbol,
                `${available} of ${limit}`,
                <meter min={0} max={limit} value={Math.min(available, limit)} aria-label={`Pool of ${symbol}`} />,
              ])}
              empty="No addresses yet. Add some, so that users can get one."
            />
            <p>
              <a href={formatActionLink('addresses.generate', { appId })}>Add addresses</a>
            </p>
          </Section>
          <Section title="Chains">
            <Table
              caption="Chain heights"
              columns={['network', 'height', 'block every']}
              rows={networks.map(({ name, height, interval }) => [
                name,
                height,
                interval === 0 ? 'manual' : `${interval / 1000} s`,
              ])}
              empty="No networks yet. Create one with the control call networks.create."
            />
          </Section>
        </div>
      </>
    ),
  }
}

interface LatestProps {
  readonly kind: RecordKindName
  readonly records: readonly SandboxRecord[]
  /** Actions for records of this kind. */
  readonly children?: Child
}

function Latest({ kind, records, children }: LatestProps): JSX.Element {
  const title = formatListTitle(kind)
  return (
    <Section title={<a href={formatListLink(kind)}>{title}</a>}>
      <RecordTable kind={kind} caption={`Latest ${title.toLowerCase()}`} records={records} />
      {children}
    </Section>
  )
}
