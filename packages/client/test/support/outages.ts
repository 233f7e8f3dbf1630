// Errors of calls that fail.
import { TransportError } from '../../src/index.ts'

/** An error that a retry may avoid. */
export const createOutage = (retryAfter?: number): TransportError =>
  retryAfter === undefined
    ? new TransportError('CONNECTION_FAILED', 'syncDeposits')
    : new TransportError('HTTP_STATUS', 'syncDeposits', { status: 503, retryAfter })

/** An error that every retry repeats. */
export const rejected = new TransportError('HTTP_STATUS', 'syncDeposits', { status: 403 })
