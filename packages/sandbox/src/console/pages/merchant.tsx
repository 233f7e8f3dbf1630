import { Badge, Card, EmptyState, Facts, LinkButton, Meter, PageHeader } from '@custody-wallet/pages'

import { MissingError } from '../../errors.ts'
import { lowPool } from '../../overview/attention.ts'
import { formatActionLink, formatRecordLink } from '../links.ts'
import type { RenderPage } from '../page.ts'

export const renderMerchantPage: RenderPage = async ({ control, appId }) => {
  const [merchants, pools] = await Promise.all([control.merchants.list(), control.addresses.pools({ appId })])
  const merchant = merchants.find((each) => each.appId === appId)
  if (!merchant) throw new MissingError(`There is no merchant ${appId}. Choose another one in the navigation.`)
  const { profile, addresses, autoCollection, payer, notificationUrls, collectionUid } = merchant
  return {
    title: `Merchant ${appId}`,
    content: (
      <>
        <PageHeader
          title={appId}
          badges={<Badge tone="info">{profile}</Badge>}
          actions={
            <>
              <LinkButton href={formatActionLink('merchants.create')}>Create another merchant</LinkButton>
              <LinkButton variant="primary" href={formatActionLink('merchants.update', { appId })}>
                Change settings
              </LinkButton>
            </>
          }
        />
        <div class="ui-columns">
          <Card title="Settings">
            <Facts
              facts={[
                { term: 'Receivers of notifications', value: notificationUrls.join(', ') || 'None' },
                { term: 'Allowed addresses', value: addresses.join(', ') || 'All' },
                { term: 'Miner fees of withdrawals', value: `Paid by the ${payer}` },
                {
                  term: 'Collection of deposits',
                  value: autoCollection ? 'Automatic' : 'Off',
                  note: <a href={formatRecordLink('user', collectionUid)}>Collection account: user {collectionUid}</a>,
                },
              ]}
            />
          </Card>
          <Card
            title="Address pools"
            help="Addresses that no user has yet."
            actions={
              <LinkButton size="small" icon="plus" href={formatActionLink('addresses.generate', { appId })}>
                Add addresses
              </LinkButton>
            }
          >
            {pools.length === 0 ? (
              <EmptyState icon="map-pin">No addresses yet. Add some, so that users can get one.</EmptyState>
            ) : (
              pools.map(({ symbol, available, limit }) => (
                <Meter
                  label={symbol}
                  value={available}
                  max={limit}
                  text={`${available.toLocaleString('en')} of ${limit.toLocaleString('en')}`}
                  tone={available < lowPool ? 'wait' : 'good'}
                />
              ))
            )}
          </Card>
        </div>
      </>
    ),
  }
}
