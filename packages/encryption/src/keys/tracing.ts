// Traces each private-key operation, in this process or in a key service.
import { tracingChannel } from 'node:diagnostics_channel'

import { type AddFacts, type Channel, createChannel, type Traced } from '@custody-wallet/types/internal'

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

export const keyChannel: Channel<KeyTrace> = createChannel<KeyTrace>(tracingChannel, 'custody:key', (error) => ({
  code: isEncryptionError(error) ? error.code : 'KEY_FAILED',
}))

/** Returns what is known about an operation when it starts. */
export const describeOperation = (
  action: KeyTrace['action'],
  { alg }: Pick<Signer | Unwrapper, 'alg'>,
  { merchant }: KeyOptions,
): KeyTrace => ({ action, alg, ...(merchant && { app_id: merchant }) })

/** Returns options that add the wait of an operation. */
export function noteWait(add: AddFacts<KeyTrace>): Pick<GatedOptions, 'onStart'> {
  const start = performance.now()
  return { onStart: () => add({ waited: performance.now() - start }) }
}
