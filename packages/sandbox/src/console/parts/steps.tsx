import type { JSX } from 'hono/jsx/jsx-runtime'

import type { OpenedMessage } from '../../captures/open.ts'

/** The steps of opening a message, and its content. */
export const Steps = ({ message }: { readonly message: OpenedMessage }): JSX.Element => (
  <ol class="steps">
    {message.steps.map(({ name, note, text, failed }) => (
      <li class={failed ? 'stop' : undefined}>
        <h3>
          {failed ? '✕' : '✓'} {name}
        </h3>
        <p>{note}</p>
        {text !== '' && <pre tabindex={0}>{text}</pre>}
      </li>
    ))}
    <li class={message.rejection === undefined ? undefined : 'stop'}>
      <h3>{message.rejection === undefined ? '✓ Content in plain form' : '✕ Rejected'}</h3>
      {message.rejection === undefined ? (
        <pre tabindex={0}>{JSON.stringify(message.content, undefined, 2)}</pre>
      ) : (
        <p>{message.rejection}</p>
      )}
    </li>
  </ol>
)
