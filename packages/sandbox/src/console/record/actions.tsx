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
  const possible = orderActions(record)
  const others = record.actions.filter(({ reason }) => reason !== undefined)
  const [first] = possible
  const primary = first && ranks.indexOf(rankAction(record, first)) < ranks.indexOf('neutral') ? first : undefined
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
        <Fold title={`${others.length} ${others.length === 1 ? 'action is' : 'actions are'} not possible now`}>
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
  return (
    <CallButton
      context={context}
      id={call}
      preset={Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, `${value}`]))}
      label={capitalize(name)}
      variant={isPrimary ? 'primary' : 'secondary'}
      question={`${capitalize(name)} ${recordKinds[record.kind].title} ${record.id}?`}
      warning={rankAction(record, action) === 'destructive' ? meaning : undefined}
    />
  )
}

/** How far an action leads, in the order of the buttons: along the happy path, to another state, nowhere, to failure. */
const ranks = ['forward', 'change', 'neutral', 'destructive'] as const

function rankAction({ kind }: RecordDescription, { name }: PossibleAction): (typeof ranks)[number] {
  const { states } = recordKinds[kind]
  const target = states && getTarget(states, name)
  if (!states || target === undefined) return 'neutral'
  if (endsInFailure(states, name)) return 'destructive'
  return states.happyPath.indexOf(target) > 0 ? 'forward' : 'change'
}

/** The possible actions, those that lead on first. */
const orderActions = (record: RecordDescription): readonly PossibleAction[] =>
  ranks.flatMap((rank) =>
    record.actions.filter((action) => action.reason === undefined && rankAction(record, action) === rank),
  )
