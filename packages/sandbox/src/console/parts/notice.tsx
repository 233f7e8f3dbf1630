import { CodeBlock, Fold, Notice } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { Notice as LastNotice } from '../access.ts'

/** Outcome of the last action. */
export const LastAction = ({
  notice: { title, tone, curl, response, link },
}: {
  readonly notice: LastNotice
}): JSX.Element => (
  <Notice
    tone={tone}
    title={
      <>
        {title} {link && <a href={link.href}>{link.text}</a>}
      </>
    }
  >
    {response !== '' && (
      <Fold title="Response">
        <CodeBlock title="Response" isWrapped>
          {response}
        </CodeBlock>
      </Fold>
    )}
    {curl !== '' && (
      <Fold title="The same from a terminal">
        <CodeBlock title="curl" isWrapped>
          {curl}
        </CodeBlock>
      </Fold>
    )}
  </Notice>
)
