// Traces each private-key operation, in this process or in a key service.
import { tracingChannel } from 'node:diagnostics_channel'

import { type AddFacts, createChannel, trace, type Traced } from '@custody-wallet/types/internal'

import { isEncryptionError } from '../errors.ts'
import type { KeyOptions, Signer, Unwrapper } from './interfaces.ts'

/** Context of `custody:key`: one operation of a private key. */
export interface KeyTrace extends Traced {
  readonly action: 'sign' | 'unwrap'
  readonly alg: Signer['alg'] | Unwrapper['alg']
  /** The merchant of the message, if it is known. */
  readonly app_id?: string
  /** Milliseconds in the gate, which are part of `duration`. Absent for an operation without a gate. */
  readonly waited?: number
}

/** Options of an operation that a gate may delay. */
export interface GatedOptions extends KeyOptions {
  /** Called when the operation leaves the gate. */
  readonly onStart?: () => void
}

const channel = createChannel<KeyTrace>(tracingChannel, 'custody:key', (error) => ({
  code: isEncryptionError(error) ? error.code : 'KEY_FAILED',
}))

/** Runs an operation of a private key. */
export const traceKey = <T>(
  action: KeyTrace['action'],
  key: Pick<Signer | Unwrapper, 'alg'>,
  options: KeyOptions,
  operate: (options: KeyOptions, add?: AddFacts<KeyTrace>) => Promise<T>,
): Promise<T> =>
  trace(
    channel,
    () => ({ action, alg: key.alg, ...(options.merchant && { app_id: options.merchant }) }),
    (add) => operate(add ? noteWait(options, add) : options, add),
  )

function noteWait(options: KeyOptions, add: AddFacts<KeyTrace>): GatedOptions {
  const start = performance.now()
  return { ...options, onStart: () => add({ waited: performance.now() - start }) }
}
