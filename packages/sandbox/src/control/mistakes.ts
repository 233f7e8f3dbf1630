// Which errors are mistakes of whoever makes a control call, and what they are called.
import { type ProblemKind, toSentence } from '@custody-wallet/server/core'

import { AmountError } from '../amounts.ts'
import { ClockError } from '../clock/clock.ts'
import { ExistsError, MissingError } from '../errors.ts'
import { FundsError } from '../ledger/post.ts'
import { RuleError } from '../rules/rejection.ts'
import { RecordStateError } from '../states/table.ts'
import { DataError } from '../store/data-error.ts'

const missingProblem = {
  name: 'control-missing',
  status: 404,
  title: 'The sandbox does not have it',
} as const
const stateProblem = {
  name: 'control-state',
  status: 409,
  title: 'The present state does not allow the call',
} as const
const invalidProblem = {
  name: 'control-invalid',
  status: 422,
  title: 'The parameters do not fit the call',
} as const

// The first row that fits counts.
const problemKinds: readonly (readonly [
  kind: abstract new (...input: never) => Error,
  problem: ProblemKind,
])[] = [
  [MissingError, missingProblem],
  [ExistsError, stateProblem],
  [ClockError, stateProblem],
  [FundsError, stateProblem],
  [RuleError, stateProblem],
  [RecordStateError, stateProblem],
  [DataError, invalidProblem],
  [AmountError, invalidProblem],
  [TypeError, invalidProblem],
]

/** What was wrong with a control call. */
export interface ControlProblem {
  readonly kind: ProblemKind
  readonly detail: string
}

/** The mistake of the caller that an error stands for. Other errors are thrown again. */
export function toControlProblem(error: unknown): ControlProblem {
  const [, kind] = problemKinds.find(([type]) => error instanceof type) ?? []
  if (kind === undefined || !(error instanceof Error)) throw error
  return { kind, detail: toSentence(error.message.replace(/\.$/, '')) }
}
