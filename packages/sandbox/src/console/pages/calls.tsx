import { Card, PageHeader } from '@custody-wallet/pages'

import { controlCalls, type ControlId } from '../../generated/calls.ts'
import { listNames } from '../../states/table.ts'
import { getCallDescription } from '../forms.ts'
import { formatActionLink } from '../links.ts'
import type { RenderPage } from '../page.ts'
import { formatWords } from '../words.ts'

const getGroup = (id: ControlId): string => (id.includes('.') ? (id.split('.')[0] ?? '') : 'sandbox')
const callIds = listNames(controlCalls)
const groups: readonly string[] = [...new Set(callIds.map(getGroup))]

/** Every control call, each with a form. */
export const renderCallList: RenderPage = async () => ({
  title: 'All calls',
  content: (
    <>
      <PageHeader
        title="All calls"
        meta="Each button of the console is one of these control calls. Their forms show them as curl commands."
      />
      <div class="ui-columns calls">
        {groups.map((group) => (
          <Card title={formatWords(group)}>
            <ul>
              {callIds
                .filter((id) => getGroup(id) === group)
                .map((id) => (
                  <li>
                    <a href={formatActionLink(id)}>{getCallDescription(id).summary}</a> <code>{id}</code>
                  </li>
                ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  ),
})
