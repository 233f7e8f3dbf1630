import { setImmediate } from 'node:timers/promises'

import { EncryptionError } from '../errors.ts'

/** Refuses to start what the caller has given up. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EncryptionError('ABORTED')
}

/** Lets timers and sockets have their turn before the next long step. */
export async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  throwIfAborted(signal)
}
