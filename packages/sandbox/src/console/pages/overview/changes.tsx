import { Amount, type Change, EmptyState, Feed, Time } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../../names.ts'
import { recordKinds } from '../../../records/kinds.ts'
import type { Overview } from '../../attention.ts'
import { formatRecordLink } from '../../links.ts'
import { kindIcons } from '../../navigation.ts'
import { Cause } from '../../record/history.tsx'
import { getTone } from '../../record/state.tsx'

interface ChangesProps {
  readonly changes: Overview['changes']
  readonly now: number
}

const maxChanges = 12

/** The latest changes of records, newest first. */
export const Changes = ({ changes, now }: ChangesProps): JSX.Element =>
  changes.length === 0 ? (
    <EmptyState icon="list">No changes yet.</EmptyState>
  ) : (
    <Feed
      label="Latest changes, newest first"
      changes={changes.slice(0, maxChanges).map((change) => describeChange(change, now))}
    />
  )

function describeChange(
  { time, kind, id, state, previous, symbol, amount, ...cause }: Overview['changes'][number],
  now: number,
): Change {
  return {
    key: `change ${kind} ${id} ${state} ${time}`,
    icon: kindIcons[kind],
    tone: getTone(kind, state),
    text: (
      <>
        <a href={formatRecordLink(kind, id)}>
          {capitalize(recordKinds[kind].title)} {id}
        </a>
        {amount !== undefined && (
          <>
            {' '}
            of <Amount value={amount} symbol={symbol} />
          </>
        )}{' '}
        is {state}
      </>
    ),
    note: (
      <>
        {previous !== undefined && `was ${previous}, `}
        <Cause {...cause} />
      </>
    ),
    time: <Time at={time} now={now} isShort />,
  }
}
