import {
  Badge,
  type Change,
  Card,
  CodeBlock,
  Facts,
  Feed,
  Fold,
  formatRelativeTime,
  formatTime,
  PageHeader,
  Time,
} from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { NotificationWithLog } from '../../control/notifications.ts'
import { capitalize } from '../../names.ts'
import { indentJson } from '../exact.ts'
import { formatActionLink, formatLink, formatListLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { CallButton } from '../parts/call-button.tsx'
import { shorten } from '../record/values.tsx'
import { kindTexts, notificationTones } from './notifications.tsx'

export const renderNotificationPage: RenderPage = async (context) => {
  const { control, getPathParameter } = context
  const notification = await control.notifications.get({ id: parseNumber(getPathParameter('id')) ?? 0 })
  const { id, appId, state, kind, url, attempts, due, created_at, updated_at, log } = notification
  const now = control.time.now()
  return {
    title: `Notification ${id}`,
    content: (
      <>
        <PageHeader
          title={`${kindTexts[kind]} ${id}`}
          crumbs={[{ text: 'Notifications', href: formatLink('/notifications') }]}
          badges={<Badge tone={notificationTones[state]}>{capitalize(state)}</Badge>}
          actions={
            <CallButton
              context={context}
              id="notifications.redeliver"
              preset={{ id: `${id}` }}
              label="Redeliver"
              variant="primary"
            />
          }
          meta={
            <>
              <span>to {url}</span>
              <Time at={updated_at} now={now} />
            </>
          }
        />
        <div class="ui-columns">
          <Card title="Attempts" help={describeNextAttempt(attempts, due, now)}>
            {log.length > 0 && <Feed label="Attempts, newest first" changes={log.toReversed().map(describeAttempt)} />}
          </Card>
          <div class="ui-stack">
            <CodeBlock title="Content">{JSON.stringify(notification.content, undefined, 2)}</CodeBlock>
            <Card title="Details">
              <Facts
                facts={[
                  { term: 'Merchant', value: appId },
                  { term: 'Sent by', value: notification.sender },
                  { term: 'Receiver', value: <code>{url}</code> },
                  { term: 'Created', value: <Time at={created_at} now={now} /> },
                  { term: 'Subject', value: <Subject notification={notification} /> },
                ]}
              />
            </Card>
          </div>
        </div>
        <p class="ui-quiet">
          <a href={formatActionLink('notifications.configure')}>Configure delivery</a>: retries, their delays, and what
          counts as accepted.
        </p>
      </>
    ),
  }
}

function describeNextAttempt(attempts: number, due: number | null, now: number): string | undefined {
  if (due !== null) return `Attempt ${attempts + 1} ${formatRelativeTime(due, now)} (${formatTime(due)}).`
  return attempts === 0 ? 'Not sent yet.' : undefined
}

type LoggedAttempt = NotificationWithLog['log'][number]

function describeAttempt({ time, duration, status, response, failure, detail, sent }: LoggedAttempt): Change {
  return {
    icon: failure === '' ? 'check' : 'x',
    tone: failure === '' ? 'good' : 'stop',
    text: failure === '' ? 'Delivered' : `Failed: ${detail || failure}`,
    note: `${status === 0 ? 'No response' : `HTTP ${status}`} in ${duration} ms`,
    time: <Time at={time} />,
    children: (
      <>
        {response !== '' && <Text title="Response" text={response} />}
        {sent !== '' && <Text title="Sent" text={sent} />}
      </>
    ),
  }
}

const Text = ({ title, text }: { readonly title: string; readonly text: string }): JSX.Element => (
  <Fold title={title}>
    <CodeBlock title={title} isWrapped>
      {indentJson(text)}
    </CodeBlock>
  </Fold>
)

/** The record that a notification is about, found by what its content names. */
function Subject({ notification: { content } }: { readonly notification: NotificationWithLog }): JSX.Element {
  return 'request_id' in content ? (
    <a href={formatListLink('deposit', { requestId: content.request_id })}>Deposit {shorten(content.request_id)}</a>
  ) : (
    <a href={formatListLink('miner_fee', { txid: content.txid })}>Miner fee of {shorten(content.txid)}</a>
  )
}
