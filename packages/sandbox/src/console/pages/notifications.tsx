import type { NotificationState } from '../../outbox/messages.ts'
import { formatActionLink, formatLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { CallForm } from '../parts/call-form.tsx'
import { ChoiceFilter, Filters } from '../parts/filters.tsx'
import { Section } from '../parts/section.tsx'
import { More, State, Table, Time } from '../parts/table.tsx'

const notificationStates: readonly NotificationState[] = ['waiting', 'ready', 'delivered', 'given up']
const pageSize = 50

export const renderNotificationList: RenderPage = async (context) => {
  const { control, appId, query } = context
  const state = notificationStates.find((each) => each === query.get('state'))
  const before = parseNumber(query.get('before'))
  const notifications = await control.notifications.list({ appId, state, before, limit: pageSize })
  return {
    title: `Notifications of ${appId}`,
    content: (
      <>
        <Filters>
          <ChoiceFilter name="state" value={state} choices={notificationStates} />
        </Filters>
        <Table
          caption="Notifications, newest first"
          columns={['id', 'state', 'type', 'receiver', 'attempts', 'changed', 'action']}
          rows={notifications.map((notification) => [
            <a href={formatLink(`/notifications/${notification.id}`)}>{notification.id}</a>,
            <State name={notification.state} />,
            notification.kind,
            notification.url,
            notification.attempts,
            <Time at={notification.updated_at} />,
            <Redeliver context={context} id={notification.id} />,
          ])}
          ids={notifications.map(({ id }) => `notification ${id}`)}
          empty="No notifications. To receive them, set notificationUrls of the merchant."
        />
        <More
          path="/notifications"
          query={query}
          before={notifications.length === pageSize ? notifications.at(-1)?.id : undefined}
        />
        <p>
          <a href={formatActionLink('merchants.update', { appId })}>Set the receivers of {appId}</a>
          {' · '}
          <a href={formatActionLink('notifications.redeliverAll', { appId })}>Redeliver failed notifications</a>
          {' · '}
          <a href={formatActionLink('notifications.configure')}>Configure delivery</a>
        </p>
      </>
    ),
  }
}

interface RedeliverProps {
  readonly context: Parameters<RenderPage>[0]
  readonly id: number
}

const Redeliver = ({ context, id }: RedeliverProps) => (
  <CallForm context={context} id="notifications.redeliver" preset={{ id: `${id}` }} only={[]} label="Redeliver" />
)

export const renderNotificationPage: RenderPage = async (context) => {
  const { control, getPathParameter } = context
  const notification = await control.notifications.get({ id: parseNumber(getPathParameter('id')) ?? 0 })
  return {
    title: `Notification ${notification.id}`,
    content: (
      <>
        <p>
          <a href={formatLink('/notifications')}>Notifications</a> of {notification.appId} —{' '}
          <State name={notification.state} />, to {notification.url}
        </p>
        <Redeliver context={context} id={notification.id} />
        <Section title="Content">
          <pre tabindex={0}>{JSON.stringify(notification.content, undefined, 2)}</pre>
        </Section>
        <Section title="Attempts">
          <Table
            caption="Attempts, oldest first"
            columns={['time', 'ms', 'status', 'response', 'failure']}
            rows={notification.log.map((attempt) => [
              <Time at={attempt.time} />,
              attempt.duration,
              attempt.status ?? '',
              attempt.response ?? '',
              [attempt.failure, attempt.detail].filter((text) => text).join(': '),
            ])}
            empty="No attempts yet."
          />
        </Section>
      </>
    ),
  }
}
