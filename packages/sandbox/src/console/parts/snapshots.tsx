// Snapshots of all data: a file to download, and a form that restores one.
import { CodeBlock, LinkButton } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { formatControlCurl } from '../commands.ts'
import { formatLink } from '../links.ts'
import type { PageContext } from '../page.ts'
import { Submit } from './call-form.tsx'
import { Sender } from './form.tsx'

interface SnapshotProps {
  readonly context: PageContext
}

export const SnapshotCommand = ({ context: { origin } }: SnapshotProps): JSX.Element => (
  <div class="ui-stack">
    <p>All data and the clock as a file. It contains the private keys of merchants created here.</p>
    <div class="ui-form-actions">
      <LinkButton href={formatLink('/snapshot')} download="sandbox.snapshot">
        Download a snapshot
      </LinkButton>
    </div>
    <CodeBlock title="curl" label="curl of the download" isWrapped>
      {formatControlCurl(origin, 'snapshot', {})}
    </CodeBlock>
  </div>
)

export const RestoreForm = ({ context }: SnapshotProps): JSX.Element => (
  <form method="post" action="/console/restore" enctype="multipart/form-data" class="ui-form" id="restore-form">
    <Sender context={context} />
    <div class="ui-field">
      <label for="snapshot">Snapshot</label>
      <input id="snapshot" type="file" name="snapshot" required class="ui-control" />
    </div>
    <div class="ui-form-actions">
      <Submit context={context} id="restore" form="restore-form" label="Restore" />
    </div>
    <CodeBlock title="curl" isWrapped>
      {formatControlCurl(context.origin, 'restore', {})}
    </CodeBlock>
  </form>
)
