import { Badge, Card, CodeBlock, type Fact, Facts, Fold, Notice, PageHeader, Tabs, Time } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { OpenedMessage } from '../../captures/open.ts'
import type { Control } from '../../control/control.ts'
import type { LoggedRequest } from '../../control/log.ts'
import { toControlProblem } from '../../control/mistakes.ts'
import { MissingError } from '../../errors.ts'
import { capitalize } from '../../names.ts'
import { listCopies } from '../commands.ts'
import { indentJson } from '../exact.ts'
import { formatCallDocs, formatCodeDocs, formatLink, parseNumber } from '../links.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { DocsLink } from '../parts/docs-link.tsx'
import { OpeningSteps, Outcome } from '../parts/steps.tsx'
import { describeCall, duplicateTexts, OutcomeBadge } from './requests.tsx'

export const renderRequestPage: RenderPage = async (context) => {
  const { control, getPathParameter, urls } = context
  const id = parseNumber(getPathParameter('id')) ?? 0
  const [request] = await control.requests.list({ before: id + 1, limit: 1 })
  if (request?.id !== id) throw new MissingError(`Request ${id} is not in the log, which keeps the last 1,000.`)
  const messages = await openMessages(request, control)
  return {
    title: `Request ${id}`,
    content: (
      <>
        <RequestHeader context={context} request={request} claimedId={messages[0]?.appId} now={control.time.now()} />
        {request.rejection !== undefined && (
          <Notice tone="stop" title="The sandbox rejected the message">
            <p>
              {describeReason(request.rejection, messages[0]?.rejection)} The response does not contain this reason.
            </p>
          </Notice>
        )}
        <div class="ui-columns">
          <Json title="Parameters" value={request.parameters} fallback="The parameters could not be read." />
          <Json title="Response" value={request.response} fallback="The log dropped the response." />
        </div>
        <Card title="Details">
          <Facts facts={listFacts(request)} />
        </Card>
        {messages.map((message) => (
          <Card
            title={message.direction === 'request' ? 'The request, step by step' : 'The response, step by step'}
            help={`As the ${message.reader} reads it.`}
            actions={<Outcome message={message} />}
          >
            <OpeningSteps
              message={message}
              label={`Steps of opening the ${message.direction}`}
              isContentShown={false}
            />
          </Card>
        ))}
        <Card title="Send it again">
          <Tabs
            name="again"
            tabs={listCopies(request, urls).map(({ title, text }) => ({
              title,
              content: (
                <CodeBlock title={title} isWrapped>
                  {text}
                </CodeBlock>
              ),
            }))}
          />
        </Card>
        <Fold title="As received">
          <CodeBlock title="Request" isWrapped>
            {formatCapturedRequest(request)}
          </CodeBlock>
        </Fold>
      </>
    ),
  }
}

interface HeaderProps {
  readonly context: PageContext
  readonly request: LoggedRequest
  /** Merchant that a message names, but has not proved to be. */
  readonly claimedId: string | undefined
  readonly now: number
}

const RequestHeader = ({ context, request, claimedId, now }: HeaderProps): JSX.Element => (
  <PageHeader
    title={<code>{describeCall(request)}</code>}
    crumbs={[{ text: 'Requests', href: formatLink('/requests') }]}
    badges={
      <>
        <OutcomeBadge outcome={request.outcome} />
        {request.faults?.map(({ kind }) => (
          <Badge tone="wait">Fault: {kind}</Badge>
        ))}
      </>
    }
    meta={
      <>
        <span>
          HTTP {request.status}
          {request.code !== undefined && `, code ${request.code}`}, in {request.duration.toFixed(1)} ms
        </span>
        <span>{describeCaller(request.appId, claimedId)}</span>
        <Time at={request.time} now={now} />
        <DocsLink href={formatCallDocs(context, request.operation ?? '')} text="The call in the docs" />
        <DocsLink href={formatCodeDocs(context, request.operation ?? '', request.code ?? '')} text="The code" />
      </>
    }
  />
)

function describeCaller(appId: string | undefined, claimedId: string | undefined): string {
  if (appId !== undefined) return `of ${appId}`
  return claimedId === undefined ? 'unknown merchant' : `names ${claimedId}, without proof`
}

function listFacts({ id, request, requestId, view, repeat, unknownKey }: LoggedRequest): readonly Fact[] {
  return [
    { term: 'Log entry', value: id },
    { term: 'View', value: view },
    { term: 'Address', value: <code>{`${request.method} ${request.path}`}</code> },
    { term: 'Request id', value: requestId === '' ? 'none' : <code>{requestId}</code> },
    ...(repeat ? [{ term: 'Duplicate', value: duplicateTexts[repeat] }] : []),
    ...(unknownKey ? [{ term: 'Unknown key', value: <code>{JSON.stringify(unknownKey)}</code> }] : []),
  ]
}

/** The sentence of opening the message again, unless the keys have changed since. */
const describeReason = (reason: string, sentence = ''): string =>
  sentence.includes(`(${reason})`) ? capitalize(sentence) : `${capitalize(reason)}.`

/** Opens a sealed request and its response again, as far as they can be opened. */
async function openMessages(
  { view, operation, request, sealedResponse }: LoggedRequest,
  { messages }: Control,
): Promise<readonly OpenedMessage[]> {
  if (view !== 'wire') return []
  const { method, path, query, body } = request
  const text = `${method} ${path}?${query}\n${body}`
  const openedRequest = await open(messages, { message: text, reader: 'platform' })
  const { appId } = openedRequest ?? {}
  const openedResponse =
    sealedResponse === undefined || appId === undefined
      ? undefined
      : await open(messages, { message: sealedResponse, request: text, operation, appId, reader: 'merchant' })
  return [openedRequest, openedResponse].filter((each) => each !== undefined)
}

/** Returns `undefined` if the text contains no message, or no call. */
async function open(
  messages: Control['messages'],
  message: Parameters<Control['messages']['open']>[0],
): Promise<OpenedMessage | undefined> {
  try {
    return await messages.open(message)
  } catch (error) {
    toControlProblem(error)
    return undefined
  }
}

function formatCapturedRequest({ request: { method, path, query, body } }: LoggedRequest): string {
  const line = `${method} ${path}${query === '' ? '' : `?${query}`}`
  return body === '' ? line : `${line}\n\n${indentJson(body)}`
}

interface JsonProps {
  readonly title: string
  readonly value: unknown
  /** Why there is no value. */
  readonly fallback: string
}

const Json = ({ title, value, fallback }: JsonProps): JSX.Element =>
  value === undefined ? (
    <Card title={title}>
      <p class="ui-quiet">{fallback}</p>
    </Card>
  ) : (
    <CodeBlock title={title}>{JSON.stringify(value, undefined, 2)}</CodeBlock>
  )
