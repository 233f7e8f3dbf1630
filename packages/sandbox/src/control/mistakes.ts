// Maps errors that a control call caused to problem details.
import { type ProblemKind, toSentence } from '@custody-wallet/server/core'

import { AmountError } from '../amounts.ts'
import { ClockError } from '../clock/clock.ts'
import { ExistsError, MissingError, RecordStateError } from '../errors.ts'
import { FundsError } from '../ledger/post.ts'
import { RuleError } from '../rules/rejection.ts'
import { DataError } from '../store/data-error.ts'

const missingProblem = {
  name: 'control-missing',
  status: 404,
  title: 'Not found',
} as const
const stateProblem = {
  name: 'control-state',
  status: 409,
  title: 'Not allowed in the current state',
} as const
const invalidProblem = {
  name: 'control-invalid',
  status: 422,
  title: 'Invalid parameters',
} as const

// The first match applies.
const problemKinds: readonly (readonly [kind: abstract new (...input: never) => Error, problem: ProblemKind])[] = [
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

/** The problem of a control call. */
export interface ControlProblem {
  readonly kind: ProblemKind
  readonly detail: string
}

/** Converts an error that the caller caused. Throws all other errors again. */
export function toControlProblem(error: unknown): ControlProblem {
  const [, kind] = problemKinds.find(([type]) => error instanceof type) ?? []
  if (kind === undefined || !(error instanceof Error)) throw error
  return { kind, detail: toSentence(error.message.replace(/\.$/, '')) }
}
