import type { NotSupportedError } from '@custody-wallet/encryption/gateway'

import type { RolledBackError } from './store.ts'
import type { OutsideTransactionError } from './testing.ts'
import type { DeadlineError } from './transaction.ts'
import type { SharedStateError } from './workflows.ts'

/** Codes of errors at run time. A mistake in a program is a `TypeError` without a code. */
export type ReceiverErrorCode = (
  | DeadlineError
  | NotSupportedError
  | OutsideTransactionError
  | RolledBackError
  | SharedStateError
)['code']
