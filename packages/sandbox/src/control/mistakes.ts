// Which errors are mistakes of whoever makes a control call, and what they are called.
import { type ProblemKind, sentence } from '@custody-wallet/server/core'

import { AmountError } from '../amounts.ts'
import { ClockError } from '../clock/clock.ts'
import { FundsError } from '../ledger/post.ts'
import { ExistsError, MissingError } from '../missing.ts'
import { RuleError } from '../rules/rejection.ts'
import { StateError } from '../states/table.ts'
import { DataError } from '../store/data-error.ts'

const missing = { name: 'control-missing', status: 404, title: 'The sandbox does not have it' } as const
const state = {
  name: 'control-state',
  status: 409,
  title: 'The present state does not allow the call',
} as const
const invalid = { name: 'control-invalid', status: 422, title: 'The parameters do not fit the call' } as const

// The first row that fits counts.
const mistakes: readonly (readonly [kind: abstract new (...given: never) => Error, problem: ProblemKind])[] =
  [
    [MissingError, missing],
    [ExistsError, state],
    [ClockError, state],
    [FundsError, state],
    [RuleError, state],
    [StateError, state],
    [DataError, invalid],
    [AmountError, invalid],
    [TypeError, invalid],
  ]

/** What was wrong with a control call. */
export interface Mistake {
  readonly kind: ProblemKind
  readonly detail: string
}

/** The mistake of the caller that an error stands for. Other errors are thrown again. */
export function mistakeOf(error: unknown): Mistake {
  const [, kind] = mistakes.find(([type]) => error instanceof type) ?? []
  if (kind === undefined || !(error instanceof Error)) throw error
  return { kind, detail: sentence(error.message.replace(/\.$/, '')) }
}
