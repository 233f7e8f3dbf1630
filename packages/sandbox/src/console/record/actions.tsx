import { Card, CodeBlock, Fold } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../names.ts'
import type { PossibleAction } from '../../records/actions.ts'
import type { RecordDescription } from '../../records/detail.ts'
import { recordKinds } from '../../records/kinds.ts'
import { formatControlCurl } from '../commands.ts'
import { isControlId } from '../forms.ts'
import type { PageContext } from '../page.ts'
import { CallButton } from '../parts/call-button.tsx'
import { endsInFailure, getTarget } from '../warnings.ts'

interface ActionsProps {
  readonly context: PageContext
  readonly record: RecordDescription
}

/** The actions that are possible now as buttons; the others with their reasons. */
export function Actions({ context, record }: ActionsProps): JSX.Element {
  const possible = record.actions.filter(({ reason }) => reason === undefined)
  const others = record.actions.filter(({ reason }) => reason !== undefined)
  const primary = possible.find(({ name }) => isOnHappyPath(record, name))
  if (record.actions.length === 0) return <></>
  return (
    <Card title="Actions">
      {possible.length === 0 ? (
        <p class="ui-quiet">No action is possible now.</p>
      ) : (
        <ul class="actions">
          {possible.map((action) => (
            <li>
              <ActionButton context={context} record={record} action={action} isPrimary={action === primary} />
              <span>{action.meaning}</span>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Fold title={`${others.length} more, not possible now`}>
          <dl class="reasons">
            {others.map(({ name, reason }) => (
              <div>
                <dt>{capitalize(name)}</dt>
                <dd>{reason}</dd>
              </div>
            ))}
          </dl>
        </Fold>
      )}
      {possible.length > 0 && (
        <Fold title="From a terminal">
          <CodeBlock title="curl" isWrapped>
            {possible
              .flatMap(({ call, parameters }) =>
                isControlId(call) ? [formatControlCurl(context.origin, call, parameters)] : [],
              )
              .join('\n')}
          </CodeBlock>
        </Fold>
      )}
    </Card>
  )
}

interface ActionButtonProps extends ActionsProps {
  readonly action: PossibleAction
  readonly isPrimary: boolean
}

function ActionButton({ context, record, action, isPrimary }: ActionButtonProps): JSX.Element {
  const { name, call, parameters, meaning } = action
  if (!isControlId(call)) return <></>
  const { states } = recordKinds[record.kind]
  const isDestructive = states !== undefined && endsInFailure(states, name)
  return (
    <CallButton
      context={context}
      id={call}
      preset={Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, `${value}`]))}
      label={capitalize(name)}
      variant={isPrimary ? 'primary' : 'secondary'}
      warning={isDestructive ? meaning : undefined}
    />
  )
}

/** Whether an action leads on along the happy path. */
function isOnHappyPath({ kind }: RecordDescription, name: string): boolean {
  const { states } = recordKinds[kind]
  return states !== undefined && states.happyPath.indexOf(getTarget(states, name) ?? '') > 0
}
