// What the sandbox sends to the receivers of a merchant, and what comes back.
import type { MessageState } from '../../notifications/messages.ts'
import { actionLink, link, numberIn } from '../links.ts'
import type { PageOf } from '../page.ts'
import { CallForm } from '../parts/call-form.tsx'
import { ChoiceFilter, Filters } from '../parts/filters.tsx'
import { Section } from '../parts/section.tsx'
import { More, State, Table, Time } from '../parts/table.tsx'

const states: readonly MessageState[] = ['waiting', 'ready', 'delivered', 'given up']
const pageSize = 50

/** Notifications of a merchant. */
export const notificationList: PageOf = async (context) => {
  const { control, appId, query } = context
  const state = states.find((each) => each === query.get('state'))
  const before = numberIn(query.get('before'))
  const found = await control.notifications.list({ appId, state, before, limit: pageSize })
  return {
    title: `Notifications of ${appId}`,
    content: (
      <>
        <Filters>
          <ChoiceFilter name="state" value={state} choices={states} />
        </Filters>
        <Table
          caption="Notifications, the newest first"
          columns={['id', 'state', 'kind', 'receiver', 'attempts', 'changed', 'action']}
          rows={found.map((message) => [
            <a href={link(`/notifications/${message.id}`)}>{message.id}</a>,
            <State name={message.state} />,
            message.kind,
            message.url,
            message.attempts,
            <Time at={message.updated_at} />,
            <Redeliver context={context} id={message.id} />,
          ])}
          ids={found.map(({ id }) => `notification ${id}`)}
          empty="There is none. A merchant gets notifications at its notificationUrls."
        />
        <More
          path="/notifications"
          query={query}
          before={found.length === pageSize ? found.at(-1)?.id : undefined}
        />
        <p>
          <a href={actionLink('merchants.update', { appId })}>Set the receivers of {appId}</a>
          {' · '}
          <a href={actionLink('notifications.redeliverAll', { appId })}>Redeliver what failed</a>
          {' · '}
          <a href={actionLink('notifications.configure')}>Configure</a>
        </p>
      </>
    ),
  }
}

interface RedeliverProps {
  readonly context: Parameters<PageOf>[0]
  readonly id: number
}

const Redeliver = ({ context, id }: RedeliverProps) => (
  <CallForm
    context={context}
    id="notifications.redeliver"
    preset={{ id: `${id}` }}
    only={[]}
    label="Redeliver"
  />
)

/** A notification with its attempts. */
export const notificationPage: PageOf = async (context) => {
  const { control, part } = context
  const message = await control.notifications.get({ id: numberIn(part('id')) ?? 0 })
  return {
    title: `Notification ${message.id}`,
    content: (
      <>
        <p>
          <a href={link('/notifications')}>Notifications</a> of {message.appId} —{' '}
          <State name={message.state} />, to {message.url}
        </p>
        <Redeliver context={context} id={message.id} />
        <Section title="Content">
          <pre tabindex={0}>{JSON.stringify(message.content, undefined, 2)}</pre>
        </Section>
        <Section title="Attempts">
          <Table
            caption="Attempts, the oldest first"
            columns={['time', 'ms', 'status', 'answer', 'failure']}
            rows={message.log.map((attempt) => [
              <Time at={attempt.time} />,
              attempt.duration,
              attempt.status ?? '',
              attempt.answer ?? '',
              [attempt.failure, attempt.detail].filter((text) => text).join(': '),
            ])}
            empty="It was not sent yet."
          />
        </Section>
      </>
    ),
  }
}
