import type { JSX } from 'hono/jsx/jsx-runtime'

import type { OpenedMessage } from '../../captures/open.ts'
import type { Control } from '../../control/control.ts'
import type { LoggedRequest, RequestOutcome } from '../../control/log.ts'
import { toControlProblem } from '../../control/mistakes.ts'
import { MissingError } from '../../errors.ts'
import { listCopies } from '../commands.ts'
import { indentJson } from '../exact.ts'
import { formatLink, parseNumber } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { Copyable } from '../parts/call-form.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx'
import { Facts, Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'
import { More, State, Table, Time } from '../parts/table.tsx'

const outcomes: readonly RequestOutcome[] = ['accepted', 'rejected', 'unread']
const pageSize = 50

export const renderRequestList: RenderPage = async ({ control, query }) => {
  const readFilter = (name: string): string | undefined => query.get(name) || undefined
  const outcome = outcomes.find((each) => each === query.get('outcome'))
  const filters = {
    appId: readFilter('appId'),
    operation: readFilter('operation'),
    requestId: readFilter('requestId'),
    outcome,
  }
  const before = parseNumber(query.get('before'))
  const requests = await control.requests.list({ before, limit: pageSize, ...filters })
  return {
    title: 'Requests',
    content: (
      <>
        <Filters>
          <TextFilter name="appId" value={filters.appId} list="merchants" />
          <TextFilter name="operation" value={filters.operation} />
          <ChoiceFilter name="outcome" value={outcome} choices={outcomes} />
        </Filters>
        <Table
          caption="Requests, newest first"
          columns={['id', 'time', 'merchant', 'call', 'view', 'outcome', 'status', 'code', 'ms', 'faults']}
          rows={requests.map((request) => [
            <a href={formatLink(`/requests/${request.id}`)}>{request.id}</a>,
            <Time at={request.time} />,
            request.appId ?? '',
            request.operation ?? `${request.request.method} ${request.request.path}`,
            request.view,
            <State name={request.outcome} />,
            request.status,
            request.code ?? '',
            request.duration.toFixed(1),
            (request.faults ?? []).map(({ kind }) => kind).join(', '),
          ])}
          ids={requests.map(({ id }) => `request ${id}`)}
          empty="No requests match. The log keeps the last 1,000 until the sandbox restarts."
        />
        <More path="/requests" query={query} before={requests.length === pageSize ? requests.at(-1)?.id : undefined} />
      </>
    ),
  }
}

export const renderRequestPage: RenderPage = async ({ control, getPathParameter, urls }) => {
  const id = parseNumber(getPathParameter('id')) ?? 0
  const [request] = await control.requests.list({ before: id + 1, limit: 1 })
  if (request?.id !== id) throw new MissingError(`Request ${id} is not in the log, which keeps the last 1,000.`)
  const openedMessage = await openEnvelope(request, control)
  return {
    title: `Request ${id}`,
    content: (
      <>
        <Summary request={request} />
        <div class="grid two">
          <Section title="As received">
            <pre tabindex={0}>{formatCapturedRequest(request)}</pre>
          </Section>
          <Section title="Parameters in plain form">
            <pre tabindex={0}>{formatJson(request.parameters, 'The parameters could not be read.')}</pre>
          </Section>
        </div>
        <Section title="Response in plain form">
          <pre tabindex={0}>
            {formatJson(request.response, 'No handler responded, or the log dropped the response.')}
          </pre>
        </Section>
        {openedMessage && (
          <Section title="The envelope, step by step">
            <Steps message={openedMessage} />
          </Section>
        )}
        <Section title="Send it again">
          {listCopies(request, urls).map((copy) => (
            <Copyable {...copy} />
          ))}
        </Section>
      </>
    ),
  }
}

/** Opens a sealed request again. Returns `undefined` if the request cannot be opened. */
async function openEnvelope(
  { view, request }: LoggedRequest,
  { messages }: Control,
): Promise<OpenedMessage | undefined> {
  if (view !== 'wire') return undefined
  const { method, path, query, body } = request
  try {
    return await messages.open({ message: `${method} ${path}?${query}\n${body}` })
  } catch (error) {
    toControlProblem(error)
    return undefined
  }
}

function Summary({ request }: { readonly request: LoggedRequest }): JSX.Element {
  const { appId, operation, view, status, code, duration, rejection, repeat, outcome, time } = request
  const facts: Readonly<Record<string, string | number | undefined>> = {
    merchant: appId,
    call: operation,
    view,
    status,
    code,
    'duration, ms': duration.toFixed(2),
    'reason for rejection': rejection,
    duplicate: repeat,
    'request id': request.requestId,
    faults: request.faults?.map(({ kind }) => kind).join(', '),
  }
  return (
    <section>
      <p>
        <a href={formatLink('/requests')}>Requests</a> — <State name={outcome} /> at <Time at={time} />
      </p>
      <Facts facts={Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))} />
    </section>
  )
}

function formatCapturedRequest({ request: { method, path, query, body } }: LoggedRequest): string {
  const line = `${method} ${path}${query === '' ? '' : `?${query}`}`
  return body === '' ? line : `${line}\n\n${indentJson(body)}`
}

const formatJson = (value: unknown, fallback: string): string =>
  value === undefined ? fallback : JSON.stringify(value, undefined, 2)
