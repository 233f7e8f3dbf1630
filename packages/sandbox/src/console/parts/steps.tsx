import { Badge, CodeBlock, Fold, Steps } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { OpenedMessage } from '../../captures/open.ts'

/** Longer bytes are folded. */
const maxOpenLength = 400

/** The steps of opening a message, and its content. */
export const OpeningSteps = ({
  message,
  label,
}: {
  readonly message: OpenedMessage
  readonly label: string
}): JSX.Element => {
  const { steps, rejection, content } = message
  return (
    <Steps
      label={label}
      steps={[
        ...steps.map(({ name, note, text, failed }) => ({
          title: name,
          status: failed ? ('failed' as const) : ('done' as const),
          children: (
            <>
              <p>{note}</p>
              {text !== '' && <Bytes title={name} label={`${name} of the ${message.direction}`} text={text} />}
            </>
          ),
        })),
        rejection === undefined
          ? {
              title: 'Content in plain form',
              status: 'done' as const,
              children: (
                <CodeBlock title="Content" label={`Content of the ${message.direction}`}>
                  {JSON.stringify(content, undefined, 2)}
                </CodeBlock>
              ),
            }
          : { title: 'Rejected', status: 'failed' as const, children: <p>{rejection}</p> },
      ]}
    />
  )
}

interface BytesProps {
  readonly title: string
  readonly label: string
  readonly text: string
}

const Bytes = ({ title, label, text }: BytesProps): JSX.Element => (
  <Fold title={`${text.length.toLocaleString('en')} characters`} isOpen={text.length < maxOpenLength}>
    <CodeBlock title={title} label={label} isWrapped>
      {text}
    </CodeBlock>
  </Fold>
)

/** Whether a message was accepted. */
export const Outcome = ({ message }: { readonly message: OpenedMessage }): JSX.Element =>
  message.rejection === undefined ? <Badge tone="good">Accepted</Badge> : <Badge tone="stop">Rejected</Badge>
