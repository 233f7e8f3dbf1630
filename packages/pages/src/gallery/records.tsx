import type { JSX } from 'hono/jsx/jsx-runtime'

import { Badge } from '../components/badge.tsx'
import { LinkButton } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { CopyableText } from '../components/code.tsx'
import { Facts, Meter, Stats } from '../components/facts.tsx'
import { Feed } from '../components/feed.tsx'
import { type Drawing, LifeCycle } from '../components/life-cycle.tsx'
import { Table } from '../components/table.tsx'
import { TabLinks } from '../components/tabs.tsx'
import { Amount, Time } from '../components/time.tsx'
import type { Tone } from '../components/tone.ts'

const now = Date.UTC(2026, 10, 27, 12, 4, 9)

const [size, source] = [{ width: 110, height: 44 }, 'interface'] as const

const lifeCycle: Drawing = {
  width: 280,
  height: 114,
  boxes: [
    { name: 'confirming', value: 0, source, x: 4, y: 4, ...size },
    { name: 'credited', value: 1, source, x: 160, y: 4, ...size },
    { name: 'failed', value: 2, source: 'documented', x: 160, y: 66, ...size },
  ],
  edges: [
    {
      from: 'confirming',
      to: 'credited',
      events: ['confirm'],
      isHappy: true,
      points: [
        [114, 26],
        [160, 26],
      ],
    },
    {
      from: 'confirming',
      to: 'failed',
      events: ['fail'],
      isHappy: false,
      points: [
        [114, 26],
        [137, 26],
        [137, 88],
        [160, 88],
      ],
    },
  ],
}

const deposits: readonly (readonly [id: number, state: string, tone: Tone, amount: string, symbol: string])[] = [
  [42, 'confirming', 'wait', '1.25', 'BTC'],
  [41, 'success', 'good', '12,400.5', 'USDT'],
  [40, 'failed', 'stop', '0.00012', 'BTC'],
  [39, 'success', 'good', '3', 'ETH'],
]

const DepositTable = (): JSX.Element => (
  <Table
    caption="Deposits"
    columns={[
      { label: 'Deposit' },
      { label: 'State' },
      { label: 'Amount', kind: 'number' },
      { label: 'Transaction', kind: 'code' },
      { label: 'Created' },
    ]}
    rows={deposits.map(([id, state, tone, amount, symbol]) => ({
      key: `deposit ${id}`,
      cells: [
        <a href={`#deposit-${id}`}>{id}</a>,
        <Badge tone={tone}>{state}</Badge>,
        <Amount value={amount} symbol={symbol} decimals={5} />,
        `4d1f0c6b…${id}e0a9`,
        <Time at={now - (43 - id) * 3_700_000} now={now} isShort />,
      ],
    }))}
  />
)

/** Figures, a table, facts and changes. */
export const RecordParts = (): JSX.Element => (
  <>
    <Stats
      facts={[
        { term: 'Bitcoin', value: <Amount value="8.4012" symbol="BTC" />, note: '1.25 locked' },
        { term: 'Ethereum', value: <Amount value="112.5" symbol="ETH" /> },
        { term: 'Tether', value: <Amount value="12,400.5" symbol="USDT" /> },
        { term: 'Users', value: '24', note: '3 without an address' },
      ]}
    />
    <TabLinks
      label="Views of the deposit"
      links={[
        { text: 'Overview', href: '#tab-overview', isCurrent: true },
        { text: 'Requests', href: '#tab-requests' },
        { text: 'Notifications', href: '#tab-notifications' },
        { text: 'Transfers', href: '#tab-transfers' },
      ]}
    />
    <Card
      title="Deposits"
      isFlush
      actions={
        <LinkButton href="#all" variant="quiet" size="small">
          View all
        </LinkButton>
      }
    >
      <DepositTable />
    </Card>
    <div class="ui-columns">
      <Card title="Details">
        <Meter label="Confirmations" value={4} max={6} text="4 of 6" />
        <Facts
          facts={[
            { term: 'User', value: <a href="#user">user-7</a> },
            { term: 'Amount', value: <Amount value="1.25" symbol="BTC" /> },
            {
              term: 'Address',
              value: <CopyableText text="bc1q9h7x0q3uwl4f2k" short="bc1q9h7…wl4f2k" label="address" />,
              note: 'Assigned to this user only',
            },
            { term: 'Created', value: <Time at={now - 249_000} now={now} /> },
          ]}
        />
        <Meter label="Address pool of ETH" value={3} max={100} text="3 free" tone="wait" />
      </Card>
      <Card title="Latest changes">
        <Feed
          label="Latest changes"
          changes={[
            {
              icon: 'bell',
              tone: 'stop',
              text: (
                <>
                  Notification of <a href="#deposit-42">deposit 42</a> failed
                </>
              ),
              note: 'HTTP 500 from your server; next attempt in 42 s',
              time: <Time at={now - 5000} now={now} isShort />,
            },
            {
              icon: 'link',
              text: (
                <>
                  Block <a href="#block">1,204</a> mined
                </>
              ),
              time: <Time at={now - 64_000} now={now} isShort />,
            },
            {
              icon: 'arrow-down-to-line',
              tone: 'good',
              text: (
                <>
                  <a href="#deposit-41">Deposit 41</a> credited to <a href="#user">user-7</a>
                </>
              ),
              note: '12,400.5 USDT',
              time: <Time at={now - 3_700_000} now={now} isShort />,
            },
          ]}
        />
      </Card>
    </div>
    <Card title="Life cycle">
      <LifeCycle
        id="gallery"
        title="Drawing of the life cycle"
        label="Confirming becomes credited or failed. Current state: credited."
        drawing={lifeCycle}
        currentState="credited"
        enteredStates={['confirming', 'credited']}
      />
    </Card>
  </>
)
