import { Button, Card, CodeBlock, Fold, Input, Notice, PageHeader, Select, Textarea } from '@custody-wallet/pages'
import { operations } from '@custody-wallet/types/operations'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { OpenedMessage } from '../../captures/open.ts'
import { toControlProblem } from '../../control/mistakes.ts'
import { listNames } from '../../states/table.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { Hidden } from '../parts/form.tsx'
import { OpeningSteps, Outcome } from '../parts/steps.tsx'

export const renderMessagePage: RenderPage = async (context) => {
  const result = context.readField('message') === '' ? undefined : await openPostedMessage(context)
  return {
    title: 'Open a message',
    content: (
      <>
        <PageHeader
          title="Open a message"
          meta="Decrypts and verifies a captured message with the sandbox's own keys, and shows each step."
        />
        {typeof result === 'string' && (
          <Notice tone="stop" title="The message could not be opened">
            <p>{result}</p>
          </Notice>
        )}
        {typeof result === 'object' && <Result message={result} />}
        <Card title="Captured message">
          <MessageForm context={context} />
        </Card>
        <Fold title="Messages of other services">
          <div class="ui-stack">
            <p>
              Don't paste private keys here. To find the settings that open the message of another service, run this
              command on your own machine.
            </p>
            <CodeBlock title="custody detect" isWrapped>
              npx @custody-wallet/cli detect captured.txt --key own-private.pem --key platform-public.pem
            </CodeBlock>
          </div>
        </Fold>
      </>
    ),
  }
}

async function openPostedMessage({ control, readField }: PageContext): Promise<OpenedMessage | string> {
  const readOptionalField = (name: string): string | undefined => readField(name).trim() || undefined
  const reader = sides.find((side) => side === readField('reader'))
  try {
    return await control.messages.open({
      message: readField('message'),
      appId: readOptionalField('appId'),
      operation: readOptionalField('operation'),
      request: readOptionalField('request'),
      reader,
    })
  } catch (error) {
    return toControlProblem(error).detail
  }
}

const sides = ['platform', 'merchant'] as const

const Result = ({ message }: { readonly message: OpenedMessage }): JSX.Element => (
  <Card
    title={`${message.direction === 'request' ? 'Request' : 'Response'} of ${message.operation}`}
    help={`As the ${message.reader} of ${message.appId} reads it.`}
    actions={<Outcome message={message} />}
  >
    <OpeningSteps message={message} label="Steps" />
  </Card>
)

const sealedCalls = listNames(operations).filter((id) => id !== 'getToken')

const readers = {
  '': 'Chosen from the message',
  platform: 'The platform (reads requests)',
  merchant: 'The merchant (reads responses and notifications)',
} as const

function MessageForm({ context: { formToken, readField } }: { readonly context: PageContext }): JSX.Element {
  return (
    <form method="post" action="/console/message" class="ui-form">
      <Hidden values={{ form: formToken }} />
      <Textarea
        name="message"
        label="Message"
        help="A URL, a curl command or JSON of one of this sandbox's merchants."
        value={readField('message')}
        rows={6}
        spellcheck={false}
        isCode
        isRequired
      />
      <Select
        name="operation"
        label="Call"
        help="Needed if the message has no path."
        value={readField('operation')}
        options={[{ value: '', text: 'Read from its path' }, ...sealedCalls.map((id) => ({ value: id }))]}
      />
      <Select
        name="reader"
        label="Opened by"
        value={readField('reader')}
        options={listNames(readers).map((side) => ({ value: side, text: readers[side] }))}
      />
      <Input
        name="appId"
        id="message-app"
        label="Merchant"
        help="Needed for a response."
        list="merchants"
        value={readField('appId')}
        isRequired={false}
      />
      <Textarea
        name="request"
        label="Its request"
        help="Needed for a response to a modern merchant, because the signature covers it."
        value={readField('request')}
        rows={2}
        spellcheck={false}
        isCode
        isRequired={false}
      />
      <div class="ui-form-actions">
        <Button type="submit" variant="primary">
          Open
        </Button>
      </div>
    </form>
  )
}
