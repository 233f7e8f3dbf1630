import { Card, PageHeader } from '@custody-wallet/pages'

import type { RenderPage } from '../page.ts'
import { CallButton } from '../parts/call-button.tsx'
import { RestoreForm, SnapshotCommand } from '../parts/snapshots.tsx'
import { getWarning } from '../warnings.ts'

/** Scenarios, snapshots and the reset. */
export const renderDataPage: RenderPage = async (context) => {
  const scenarios = await context.control.scenarios.list()
  return {
    title: 'Scenarios and data',
    content: (
      <>
        <PageHeader
          title="Scenarios and data"
          actions={<CallButton context={context} id="reset" label="Reset the sandbox" warning={getWarning('reset')} />}
        />
        <Card title="Scenarios" help="Each fills the sandbox with one situation.">
          <ul class="actions">
            {scenarios.map(({ name, title }) => (
              <li>
                <CallButton context={context} id="scenarios.run" preset={{ name }} label={name} icon="play" />
                <span>{title}</span>
              </li>
            ))}
          </ul>
        </Card>
        <div class="ui-columns">
          <Card title="Snapshot">
            <SnapshotCommand context={context} />
          </Card>
          <Card title="Restore" help="Replaces all data and the clock.">
            <RestoreForm context={context} />
          </Card>
        </div>
      </>
    ),
  }
}
