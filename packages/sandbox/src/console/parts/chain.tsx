// The chain and the clock, which the overview and their own page show.
import { Badge, Card, LinkButton, Table, Time } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Control } from '../../control/control.ts'
import { formatLink } from '../links.ts'
import type { PageContext } from '../page.ts'
import { CallButton } from './call-button.tsx'

type Network = Awaited<ReturnType<Control['networks']['list']>>[number]

interface ChainProps {
  readonly context: PageContext
  readonly networks: readonly Network[]
}

/** Networks with their newest blocks. */
export const ChainCard = ({ context, networks }: ChainProps): JSX.Element => (
  <Card title="Chain" isFlush actions={<a href={formatLink('/chain')}>Chain and clock</a>}>
    <Table
      caption="Networks"
      columns={[
        { label: 'Network' },
        { label: 'Newest blocks' },
        { label: 'Actions', kind: 'actions', isLabelHidden: true },
      ]}
      rows={networks.map(({ name, height }) => ({
        key: `network ${name}`,
        cells: [
          name,
          <Blocks height={height} />,
          <CallButton
            context={context}
            id="chain.mine"
            preset={{ network: name, blocks: '1' }}
            label="Mine"
            size="small"
          />,
        ],
      }))}
    />
  </Card>
)

/** The newest blocks, the last one marked. */
const Blocks = ({ height }: { readonly height: number }): JSX.Element => (
  <span class="blocks">
    {[height - 1, height].map((block) => block >= 0 && <span>{block.toLocaleString('en')}</span>)}
  </span>
)

/** The clock of the sandbox with its buttons. */
export const ClockCard = ({ context }: { readonly context: PageContext }): JSX.Element => (
  <Card title="Clock" actions={<Badge tone="info">Sandbox time</Badge>}>
    <p class="clock">
      <Time at={context.control.time.now()} />
    </p>
    <div class="ui-row">
      <CallButton
        context={context}
        id="time.advance"
        preset={{ duration: '1h' }}
        label="Advance 1 hour"
        icon="fast-forward"
      />
      <CallButton context={context} id="time.runUntilIdle" label="Run until idle" icon="play" />
      <LinkButton variant="quiet" href={formatLink('/chain')}>
        More
      </LinkButton>
    </div>
  </Card>
)
