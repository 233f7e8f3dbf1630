import { Badge, CodeBlock, Fold, Steps } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { OpenedMessage } from '../../captures/open.ts'
import { capitalize } from '../../names.ts'

/** Longer bytes are folded. */
const maxOpenLength = 400

interface OpeningStepsProps {
  readonly message: OpenedMessage
  readonly label: string
  /** Whether the last step shows the content; false if the page shows it elsewhere. */
  readonly isContentShown?: boolean
}

/** The steps of opening a message, and its content. */
export const OpeningSteps = ({ message, label, isContentShown = true }: OpeningStepsProps): JSX.Element => {
  const { steps, rejection } = message
  const hasFailed = steps.some(({ failed }) => failed)
  return (
    <Steps
      label={label}
      steps={[
        ...steps.map(({ name, note, text, failed }) => ({
          title: name,
          status: failed ? ('failed' as const) : ('done' as const),
          children: (
            <>
              <p>{failed ? capitalize(note) : note}</p>
              {text !== '' && <Bytes title={name} label={`${name} of the ${message.direction}`} text={text} />}
            </>
          ),
        })),
        ...(rejection === undefined
          ? isContentShown
            ? [createContentStep(message)]
            : []
          : hasFailed
            ? []
            : [{ title: 'Rejected', status: 'failed' as const, children: <p>{capitalize(rejection)}</p> }]),
      ]}
    />
  )
}

const createContentStep = ({ content, direction }: OpenedMessage) => ({
  title: 'Content in plain form',
  status: 'done' as const,
  children: (
    <CodeBlock title="Content" label={`Content of the ${direction}`}>
      {JSON.stringify(content, undefined, 2)}
    </CodeBlock>
  ),
})

interface BytesProps {
  readonly title: string
  readonly label: string
  readonly text: string
}

function Bytes({ title, label, text }: BytesProps): JSX.Element {
  const code = (
    <CodeBlock title={title} label={label} isWrapped>
      {text}
    </CodeBlock>
  )
  if (text.length < maxOpenLength) return code
  return <Fold title={`${text.length.toLocaleString('en')} characters`}>{code}</Fold>
}

/** Whether a message was accepted. */
export const Outcome = ({ message }: { readonly message: OpenedMessage }): JSX.Element =>
  message.rejection === undefined ? <Badge tone="good">Accepted</Badge> : <Badge tone="stop">Rejected</Badge>
