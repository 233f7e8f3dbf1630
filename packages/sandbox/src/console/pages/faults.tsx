import { Badge, Card, EmptyState, PageHeader, Table } from '@custody-wallet/pages'

import { formatActionLink } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { CallButton } from '../parts/call-button.tsx'
import { listVariants } from '../variants.ts'
import { getWarning } from '../warnings.ts'

/** Active faults, and the types that can be added. */
export const renderFaultList: RenderPage = async (context) => {
  const faults = await context.control.faults.list()
  return {
    title: 'Faults',
    content: (
      <>
        <PageHeader
          title="Faults"
          meta="They act on calls of merchants, so that you see how your code handles failures."
          actions={
            faults.length > 0 && (
              <CallButton context={context} id="faults.clear" label="Remove all" warning={getWarning('faults.clear')} />
            )
          }
        />
        <Card title="Active" isFlush>
          <Table
            caption="Active faults"
            columns={[
              { label: 'Type' },
              { label: 'Call', kind: 'code' },
              { label: 'View' },
              { label: 'Share', kind: 'number' },
              { label: 'Remaining', kind: 'number' },
              { label: 'Applied', kind: 'number' },
              { label: 'Actions', kind: 'actions', isLabelHidden: true },
            ]}
            rows={faults.map(({ id, kind, operation, view, percent, remaining, acted }) => ({
              key: `fault ${id}`,
              cells: [
                <Badge tone="wait">{kind}</Badge>,
                operation ?? 'all calls',
                view ?? 'both',
                `${percent} %`,
                remaining ?? 'unlimited',
                acted,
                <CallButton
                  context={context}
                  id="faults.remove"
                  preset={{ id: `${id}` }}
                  label="Remove"
                  size="small"
                />,
              ],
            }))}
            empty={<EmptyState icon="zap">No active faults.</EmptyState>}
          />
        </Card>
        <Card title="Add a fault">
          <ul class="kinds">
            {listVariants('faults.add').map(({ name, title, meaning }) => (
              <li>
                <a href={formatActionLink('faults.add', { type: name })}>{title}</a>
                <span>{meaning}</span>
              </li>
            ))}
          </ul>
        </Card>
      </>
    ),
  }
}
