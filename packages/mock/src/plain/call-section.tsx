import { Badge, Button, Card, CodeBlock, CopyableText, Method, type Tab, Tabs } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Call, Case } from './calls.ts'

/** A call with its cases as tabs. */
export const CallSection = ({ id, anchor, method, path, title, cases }: Call): JSX.Element => (
  <Card
    id={anchor}
    title={title}
    actions={<code class="ui-quiet ui-wide">{id}</code>}
    help={
      <span class="call-path">
        <Method name={method} /> <code>{path}</code>
      </span>
    }
  >
    {cases.length === 0 ? (
      <p class="ui-quiet">The description has no example of a response.</p>
    ) : (
      <Tabs name={anchor} tabs={cases.map((each) => createTab(title, each))} />
    )}
  </Card>
)

const createTab = (call: string, props: Case): Tab => ({
  title: props.title,
  tone: props.isFailure ? 'stop' : undefined,
  content: <CaseContent call={call} {...props} />,
})

interface CaseProps extends Case {
  /** Title of the call. */
  readonly call: string
}

/** The request at the left, and its response at the right. */
const CaseContent = (props: CaseProps): JSX.Element => (
  <div class="case">
    <p class="case-summary">{props.summary}</p>
    <div class="case-request">
      <RequestCode {...props} />
      <Preference {...props} />
    </div>
    <ResponseCode {...props} />
  </div>
)

const RequestCode = ({ call, title, curl, request }: CaseProps): JSX.Element => (
  <CodeBlock
    title="curl"
    label={`curl: ${call}, ${title}`}
    isWrapped
    actions={
      <Button size="small" icon="play" label={`Run: ${call}, ${title}`} data-request={JSON.stringify(request)}>
        Run
      </Button>
    }
  >
    {curl}
  </CodeBlock>
)

function Preference({ request }: CaseProps): JSX.Element {
  const value = request.headers['Prefer']
  if (value === undefined) return <></>
  return (
    <p class="case-note">
      To get it from your program, set <CopyableText text={`Prefer: ${value}`} label="the header" />
    </p>
  )
}

/** More lines are folded. */
const maxLines = 14

const ResponseCode = ({ call, title, response }: CaseProps): JSX.Element => (
  <CodeBlock
    title="Response"
    label={`Response: ${call}, ${title}`}
    isFolded={response.split('\n').length > maxLines}
    actions={
      <output>
        <Badge>Example</Badge>
      </output>
    }
  >
    {response}
  </CodeBlock>
)
