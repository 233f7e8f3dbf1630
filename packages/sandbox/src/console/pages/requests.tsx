import { Badge, Card, CodeBlock, EmptyState, PageHeader, Table, Time, type Tone } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { LoggedRequest, RequestOutcome } from '../../control/log.ts'
import { listNames } from '../../states/table.ts'
import { formatLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx'
import { More } from '../parts/more.tsx'

const outcomeTones: Readonly<Record<RequestOutcome, Tone>> = {
  accepted: 'good',
  rejected: 'stop',
  unread: 'stop',
}

const outcomeTexts: Readonly<Record<RequestOutcome, string>> = {
  accepted: 'Accepted',
  rejected: 'Rejected',
  unread: 'Not read',
}

export const OutcomeBadge = ({ outcome }: Pick<LoggedRequest, 'outcome'>): JSX.Element => (
  <Badge tone={outcomeTones[outcome]}>{outcomeTexts[outcome]}</Badge>
)

/** How a message relates to an earlier one with the same subject. */
export const duplicateTexts: Readonly<Record<NonNullable<LoggedRequest['repeat']>, string>> = {
  identical: 'Identical to an earlier message, so it changed nothing.',
  difference: 'Differs from an earlier message with the same subject, and was accepted.',
  conflict: 'Conflicts with an earlier message with the same subject, and was rejected.',
}

const pageSize = 50

export const renderRequestList: RenderPage = async ({ control, query, urls }) => {
  const readFilter = (name: string): string | undefined => query.get(name)?.trim() || undefined
  const outcome = listNames(outcomeTones).find((each) => each === query.get('outcome'))
  const [appId, operation, requestId] = ['appId', 'operation', 'requestId'].map(readFilter)
  const repeat = listNames(duplicateTexts).find((each) => each === query.get('repeat'))
  const filters = { appId, operation, requestId, outcome, repeat, subject: readFilter('subject') }
  const before = parseNumber(query.get('before'))
  const requests = await control.requests.list({ before, limit: pageSize, ...filters })
  const isFiltered = [before, ...Object.values(filters)].some((each) => each !== undefined)
  const now = control.time.now()
  return {
    title: 'Requests',
    content: (
      <>
        <PageHeader
          title="Requests"
          meta="The last 1,000 calls of all merchants, newest first, until the sandbox restarts."
        />
        <Filters clear={isFiltered ? formatLink('/requests') : undefined}>
          <TextFilter name="appId" label="Merchant" value={appId} list="merchants" />
          <TextFilter name="operation" label="Call" value={operation} placeholder="getAccount" />
          <TextFilter name="requestId" label="Request id" value={requestId} />
          <ChoiceFilter name="outcome" label="Outcome" value={outcome} choices={listNames(outcomeTones)} />
          <ChoiceFilter name="repeat" label="Duplicate" value={repeat} choices={listNames(duplicateTexts)} />
          <TextFilter name="subject" label="Record" value={filters.subject} placeholder="deposit 12" />
        </Filters>
        <Card isFlush>
          <Table
            caption="Requests, newest first"
            columns={[
              { label: 'Outcome' },
              { label: 'Call', kind: 'code' },
              { label: 'Merchant' },
              { label: 'View' },
              { label: 'Status', kind: 'number' },
              { label: 'Code', kind: 'number' },
              { label: 'Time' },
              { label: 'Duration', kind: 'number' },
              { label: 'Faults' },
            ]}
            rows={requests.map((request) => ({ key: `request ${request.id}`, cells: listCells(request, now) }))}
            empty={isFiltered ? <NoMatch /> : <NoRequests url={urls.plain} />}
          />
        </Card>
        <More path="/requests" query={query} before={requests.length === pageSize ? requests.at(-1)?.id : undefined} />
      </>
    ),
  }
}

const listCells = (request: LoggedRequest, now: number) => [
  <OutcomeBadge outcome={request.outcome} />,
  <a href={formatLink(`/requests/${request.id}`)}>{describeCall(request)}</a>,
  request.appId ?? 'unknown',
  request.view,
  request.status,
  request.code ?? '',
  <Time at={request.time} now={now} isShort />,
  `${request.duration.toFixed(1)} ms`,
  (request.faults ?? []).map(({ kind }) => <Badge tone="wait">{kind}</Badge>),
]

/** Returns the operation of a request, or its method and path. */
export const describeCall = ({ operation, request: { method, path } }: LoggedRequest): string =>
  operation ?? `${method} ${path}`

const NoMatch = (): JSX.Element => <EmptyState icon="search">No requests match. Change the filters.</EmptyState>

const NoRequests = ({ url }: { readonly url: string }): JSX.Element => (
  <EmptyState
    icon="arrow-left-right"
    action={<CodeBlock title="curl">{`curl '${url}/api/v2/user/info?email=a@shop.example'`}</CodeBlock>}
  >
    No requests yet. Send the first one from a terminal:
  </EmptyState>
)
