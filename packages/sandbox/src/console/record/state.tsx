import { Badge, type Tone } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { capitalize } from '../../names.ts'
import { type RecordKindName, recordKinds } from '../../records/kinds.ts'

interface RecordStateProps {
  readonly kind: RecordKindName
  readonly name: string
}

/** A state of a record, with the tone of its state table. */
export const RecordState = ({ kind, name }: RecordStateProps): JSX.Element => (
  <Badge tone={getTone(kind, name)}>{capitalize(name)}</Badge>
)

export const getTone = (kind: RecordKindName, name: string): Tone =>
  recordKinds[kind].states?.states[name]?.tone ?? 'wait'
