import { Badge, Card, LinkButton, PageHeader, Table } from '@custody-wallet/pages'

import { formatActionLink } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { CallButton } from '../parts/call-button.tsx'
import { ClockCard } from '../parts/chain.tsx'

export const renderChainPage: RenderPage = async (context) => {
  const { control, appId } = context
  const networks = await control.networks.list()
  return {
    title: 'Chain and clock',
    content: (
      <>
        <PageHeader
          title="Chain and clock"
          meta="Blocks confirm transactions, and the clock runs what is due. Both belong to all merchants."
          actions={
            <CallButton
              context={context}
              id="chain.mine"
              preset={{ blocks: '1' }}
              label="Mine a block everywhere"
              variant="primary"
            />
          }
        />
        <Card title="Networks" isFlush>
          <Table
            caption="Networks"
            columns={[
              { label: 'Network' },
              { label: 'Fee coin' },
              { label: 'Newest block', kind: 'number' },
              { label: 'Block time', kind: 'number' },
              { label: 'Actions', kind: 'actions', isLabelHidden: true },
            ]}
            rows={networks.map(({ name, symbol, height, interval }) => ({
              key: `network ${name}`,
              cells: [
                name,
                symbol,
                height.toLocaleString('en'),
                interval === 0 ? <Badge>only by calls</Badge> : `${interval / 1000} s`,
                <div class="ui-row">
                  <CallButton
                    context={context}
                    id="chain.mine"
                    preset={{ network: name, blocks: '1' }}
                    label="Mine"
                    size="small"
                  />
                  <LinkButton size="small" href={formatActionLink('chain.reorg', { network: name })}>
                    Reorganize
                  </LinkButton>
                  <LinkButton size="small" variant="quiet" href={formatActionLink('networks.update', { name })}>
                    Set block time
                  </LinkButton>
                </div>,
              ],
            }))}
          />
        </Card>
        <div class="ui-columns">
          <ClockCard context={context} />
          <Card title="Set the clock" help="While it is frozen, nothing happens automatically.">
            <div class="ui-row">
              <CallButton context={context} id="time.freeze" label="Freeze" icon="pause" />
              <CallButton context={context} id="time.unfreeze" label="Let it run" icon="play" />
              <CallButton context={context} id="time.advance" preset={{ duration: '1d' }} label="Advance 1 day" />
              <LinkButton variant="quiet" href={formatActionLink('time.advance')}>
                Advance by ...
              </LinkButton>
              <LinkButton variant="quiet" href={formatActionLink('time.set')}>
                Set to ...
              </LinkButton>
            </div>
          </Card>
        </div>
        <p class="ui-quiet">
          <a href={formatActionLink('networks.open', { appId })}>Open</a> or{' '}
          <a href={formatActionLink('networks.close', { appId })}>close</a> a network for MPC wallets
        </p>
      </>
    ),
  }
}
