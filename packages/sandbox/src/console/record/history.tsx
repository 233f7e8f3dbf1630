import { Card, type Change, Feed, type IconName, LifeCycle, Time } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { lifeCycles } from '../../generated/life-cycles.ts'
import { capitalize } from '../../names.ts'
import type { RecordDescription } from '../../records/detail.ts'
import { type RecordKindName, recordKinds } from '../../records/kinds.ts'
import { isControlId } from '../forms.ts'
import { formatActionLink, formatLink } from '../links.ts'
import { getTone } from './state.tsx'

interface HistoryProps {
  readonly record: RecordDescription
  readonly now: number
}

/** The life cycle of a record with the path that it followed. */
export function Path({ record: { kind, state, history } }: { readonly record: RecordDescription }): JSX.Element {
  if (!hasLifeCycle(kind) || state === undefined) return <></>
  const enteredStates = history.map((change) => change.state)
  return (
    <Card title="Life cycle">
      <LifeCycle
        id="life"
        title="Drawing of the life cycle"
        label={`History: ${enteredStates.join(', then ')}. Current state: ${state}.`}
        drawing={lifeCycles[kind]}
        currentState={state}
        enteredStates={enteredStates}
      />
    </Card>
  )
}

const hasLifeCycle = (kind: RecordKindName): kind is keyof typeof lifeCycles => Object.hasOwn(lifeCycles, kind)

const icons = { good: 'check', stop: 'x', wait: 'clock', info: 'info', neutral: 'clock' } as const satisfies Record<
  string,
  IconName
>

/** States of a record with their times and causes, newest first. */
export function History({ record: { kind, history }, now }: HistoryProps): JSX.Element {
  if (!recordKinds[kind].states) return <></>
  const changes = history.map(({ state, time, cause, request }): Change => {
    const tone = getTone(kind, state)
    return {
      icon: icons[tone],
      tone,
      text: capitalize(state),
      note: <Cause cause={cause} request={request} />,
      time: <Time at={time} now={now} isShort />,
    }
  })
  return (
    <Card title="History">
      {changes.length === 0 ? (
        <p class="ui-quiet">The record is older than the log of state changes.</p>
      ) : (
        <Feed label="History, newest first" changes={changes.toReversed()} />
      )}
    </Card>
  )
}

interface CauseProps {
  readonly cause: string
  readonly request: string
}

/** What changed a record: a call of the merchant, a control call, the clock or the chain. */
export function Cause({ cause, request }: CauseProps): JSX.Element {
  if (request !== '') return <a href={formatLink('/requests', { requestId: request })}>{cause}</a>
  if (isControlId(cause)) return <a href={formatActionLink(cause)}>{cause}</a>
  return <>{cause === '' ? 'by code in the process of the sandbox' : `by the ${cause}`}</>
}
