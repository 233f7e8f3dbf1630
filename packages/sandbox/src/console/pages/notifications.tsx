import {
  Badge,
  Card,
  EmptyState,
  LinkButton,
  Menu,
  MenuLink,
  PageHeader,
  Table,
  Time,
  type Tone,
} from '@custody-wallet/pages'

import { capitalize } from '../../names.ts'
import type { NotificationState } from '../../outbox/messages.ts'
import { listNames } from '../../states/table.ts'
import { formatActionLink, formatLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { CallButton } from '../parts/call-button.tsx'
import { ChoiceFilter, Filters } from '../parts/filters.tsx'
import { More } from '../parts/more.tsx'

export const notificationTones: Readonly<Record<NotificationState, Tone>> = {
  waiting: 'wait',
  ready: 'wait',
  delivered: 'good',
  'given up': 'stop',
}

const pageSize = 50

export const renderNotificationList: RenderPage = async (context) => {
  const { control, appId, query } = context
  const state = listNames(notificationTones).find((each) => each === query.get('state'))
  const before = parseNumber(query.get('before'))
  const [notifications, failed] = await Promise.all([
    control.notifications.list({ appId, state, before, limit: pageSize }),
    control.notifications.list({ appId, state: 'given up', limit: 1 }),
  ])
  const isFiltered = state !== undefined || before !== undefined
  const now = control.time.now()
  return {
    title: 'Notifications',
    content: (
      <>
        <PageHeader
          title="Notifications"
          meta={`Messages to the receivers of ${appId}, newest first.`}
          actions={
            <>
              {failed.length > 0 && (
                <CallButton
                  context={context}
                  id="notifications.redeliverAll"
                  preset={{ appId }}
                  label="Redeliver failed"
                />
              )}
              <Menu icon="ellipsis" label="More" isAtEnd>
                <MenuLink href={formatActionLink('notifications.send')}>Send a notification</MenuLink>
                <MenuLink href={formatActionLink('merchants.update', { appId })}>Set the receivers</MenuLink>
                <MenuLink href={formatActionLink('notifications.configure')}>Configure delivery</MenuLink>
              </Menu>
            </>
          }
        />
        <Filters clear={isFiltered ? formatLink('/notifications') : undefined}>
          <ChoiceFilter name="state" label="State" value={state} choices={listNames(notificationTones)} />
        </Filters>
        <Card isFlush>
          <Table
            caption="Notifications, newest first"
            columns={[
              { label: 'State' },
              { label: 'Notification' },
              { label: 'Receiver', kind: 'code' },
              { label: 'Attempts', kind: 'number' },
              { label: 'Changed' },
              { label: 'Actions', kind: 'actions', isLabelHidden: true },
            ]}
            rows={notifications.map((notification) => ({
              key: `notification ${notification.id}`,
              cells: [
                <Badge tone={notificationTones[notification.state]}>{capitalize(notification.state)}</Badge>,
                <a href={formatLink(`/notifications/${notification.id}`)}>
                  {kindTexts[notification.kind]} {notification.id}
                </a>,
                notification.url,
                notification.attempts,
                <Time at={notification.updated_at} now={now} isShort />,
                <CallButton
                  context={context}
                  id="notifications.redeliver"
                  preset={{ id: `${notification.id}` }}
                  label="Redeliver"
                  size="small"
                />,
              ],
            }))}
            empty={
              <EmptyState
                icon="bell"
                action={
                  !isFiltered && (
                    <LinkButton variant="primary" href={formatActionLink('merchants.update', { appId })}>
                      Set the receivers
                    </LinkButton>
                  )
                }
              >
                {isFiltered
                  ? 'No notifications match. Change the filters.'
                  : 'No notifications yet. Set a receiver of the merchant, then pay an address.'}
              </EmptyState>
            }
          />
        </Card>
        <More
          path="/notifications"
          query={query}
          before={notifications.length === pageSize ? notifications.at(-1)?.id : undefined}
        />
      </>
    ),
  }
}

export const kindTexts = { deposit: 'Deposit notification', internal: 'Miner fee notification' } as const
