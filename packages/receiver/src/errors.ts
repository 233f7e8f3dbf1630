import type { NotSupportedError } from '@custody-wallet/encryption/gateway'
import type { RolledBackError } from '@custody-wallet/store'

import type { OutsideTransactionError } from './testing.ts'
import type { DeadlineError } from './transaction.ts'

/** Codes of errors at run time. A mistake in a program is a `TypeError` without a code. */
export type ReceiverErrorCode = (DeadlineError | NotSupportedError | OutsideTransactionError | RolledBackError)['code']
