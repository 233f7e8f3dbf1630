import { operations } from '@custody-wallet/types/operations'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { OpenedMessage } from '../../captures/open.ts'
import { toControlProblem } from '../../control/mistakes.ts'
import { listNames } from '../../states/table.ts'
import type { PageContext, RenderPage } from '../page.ts'
import { Copyable } from '../parts/call-form.tsx'
import { Hidden } from '../parts/form.tsx'
import { Section } from '../parts/section.tsx'
import { Steps } from '../parts/steps.tsx'

export const renderMessagePage: RenderPage = async (context) => {
  const result = context.readField('message') === '' ? undefined : await openPostedMessage(context)
  return {
    title: 'Open a message',
    content: (
      <>
        <p>
          Paste a request or response of one of this sandbox's merchants: a URL, a curl command or JSON. The sandbox
          opens it (decrypts and verifies it) with its own keys, and shows each step.
        </p>
        <MessageForm context={context} />
        {typeof result === 'string' && (
          <p class="notice stop" role="alert">
            ✕ {result}
          </p>
        )}
        {typeof result === 'object' && <Result message={result} />}
        <Section title="Messages of other services">
          <p>
            Don't paste private keys here. To find the settings that open the message of another service, run this
            command on your own machine.
          </p>
          <Copyable
            title="custody detect"
            text="npx @custody-wallet/cli detect captured.txt --key own-private.pem --key platform-public.pem"
          />
        </Section>
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
  <Section
    title={`${message.direction === 'request' ? 'Request' : 'Response'} of ${message.operation}, as the ${message.reader} of ${message.appId} reads it`}
  >
    <Steps message={message} />
  </Section>
)

const sealedCalls = listNames(operations).filter((id) => id !== 'getToken')

const readers = {
  '': 'automatically',
  platform: 'the platform (reads requests)',
  merchant: 'the merchant (reads responses and notifications)',
} as const

function MessageForm({ context: { formToken, readField } }: { readonly context: PageContext }): JSX.Element {
  return (
    <form method="post" action="/console/message" class="call">
      <Hidden values={{ form: formToken }} />
      <span class="field whole">
        <label for="message">Captured message</label>
        <textarea id="message" name="message" rows={6} required spellcheck={false}>
          {readField('message')}
        </textarea>
      </span>
      <span class="field">
        <label for="operation">
          Call <small>if the message has no path</small>
        </label>
        <select id="operation" name="operation">
          <option value="">from its path</option>
          {sealedCalls.map((id) => (
            <option selected={id === readField('operation')}>{id}</option>
          ))}
        </select>
      </span>
      <span class="field">
        <label for="reader">Opened by</label>
        <select id="reader" name="reader">
          {listNames(readers).map((side) => (
            <option value={side} selected={side === readField('reader')}>
              {readers[side]}
            </option>
          ))}
        </select>
      </span>
      <span class="field">
        <label for="message-app">
          Merchant <small>for a response</small>
        </label>
        <input id="message-app" name="appId" list="merchants" value={readField('appId')} />
      </span>
      <span class="field whole">
        <label for="request">
          Request <small>for a response to a modern merchant, because the signature covers it</small>
        </label>
        <textarea id="request" name="request" rows={2} spellcheck={false}>
          {readField('request')}
        </textarea>
      </span>
      <button type="submit">Open</button>
    </form>
  )
}
