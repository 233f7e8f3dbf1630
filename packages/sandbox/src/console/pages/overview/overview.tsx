import { Amount, Card, EmptyState, Icon, LinkButton, PageHeader, Table, toneIcons } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { type AttentionLink, listAttentionLinks, type Overview } from '../../attention.ts'
import { formatActionLink, formatListLink } from '../../links.ts'
import type { RenderPage } from '../../page.ts'
import { ChainCard, ClockCard } from '../../parts/chain.tsx'
import { Changes } from './changes.tsx'
import { FirstDeposit } from './first-deposit.tsx'

export const renderOverview: RenderPage = async (context) => {
  const { control, appId } = context
  const [overview, networks, guide] = await Promise.all([
    control.overview.get({ appId }),
    control.networks.list(),
    FirstDeposit({ context }),
  ])
  const { attention, totals, changes } = overview
  return {
    title: `Overview of ${appId}`,
    content: (
      <>
        <PageHeader
          title="Overview"
          actions={
            <LinkButton variant={guide ? 'secondary' : 'primary'} href={formatActionLink('chain.pay')}>
              Pay an address
            </LinkButton>
          }
        />
        {guide}
        <NeedsAttention links={listAttentionLinks(attention)} />
        <div class="ui-columns">
          <div class="ui-stack latest">
            <Card title="Funds of users" isFlush actions={<a href={formatListLink('account')}>All balances</a>}>
              <Totals totals={totals} />
            </Card>
            <Card title="Latest changes">
              <Changes changes={changes} now={control.time.now()} />
            </Card>
          </div>
          <div class="ui-stack">
            <ClockCard context={context} />
            <ChainCard context={context} networks={networks} />
          </div>
        </div>
      </>
    ),
  }
}

const NeedsAttention = ({ links }: { readonly links: readonly AttentionLink[] }): JSX.Element =>
  links.length === 0 ? (
    <p class="calm">
      <Icon name="circle-check" /> Nothing needs attention.
    </p>
  ) : (
    <nav aria-label="Needs attention" class="attention">
      {links.map(({ href, count, label, tone }) => (
        <a href={href} class={tone}>
          <Icon name={toneIcons[tone]} />
          <strong>{count}</strong> {label}
        </a>
      ))}
    </nav>
  )

const Totals = ({ totals }: { readonly totals: Overview['totals'] }): JSX.Element => (
  <Table
    caption="Funds of users by coin"
    columns={[
      { label: 'Coin' },
      { label: 'Available', kind: 'number' },
      { label: 'Locked', kind: 'number' },
      { label: 'Users', kind: 'number' },
    ]}
    rows={totals.map(({ symbol, available, locked, users }) => ({
      key: `total ${symbol}`,
      cells: [
        <a href={formatListLink('account', { symbol })}>{symbol}</a>,
        <Amount value={available} />,
        <Amount value={locked} />,
        users,
      ],
    }))}
    empty={<EmptyState icon="wallet">No funds yet. Pay an address of a user.</EmptyState>}
  />
)
