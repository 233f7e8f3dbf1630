import { CodeBlock, Fold, Notice } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Notice as LastNotice } from '../access.ts'

interface LastActionProps {
  readonly notice: LastNotice
  /** Path of the page, to which no link is needed. */
  readonly path: string
}

/** Outcome of the last action. */
export const LastAction = ({ notice: { title, tone, curl, response, link }, path }: LastActionProps): JSX.Element => (
  <Notice
    tone={tone}
    title={
      <>
        {title} {link && link.href !== path && <a href={link.href}>{link.text}</a>}
      </>
    }
  >
    {(response !== '' || curl !== '') && (
      <Fold title="Details">
        {curl !== '' && (
          <CodeBlock title="The same with curl" isWrapped>
            {curl}
          </CodeBlock>
        )}
        {response !== '' && (
          <CodeBlock title="Response" isWrapped>
            {response}
          </CodeBlock>
        )}
      </Fold>
    )}
  </Notice>
)
