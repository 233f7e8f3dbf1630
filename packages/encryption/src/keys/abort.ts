import { EncryptionError } from '../errors.ts'

/** Refuses to start what the caller has given up. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EncryptionError('ABORTED')
}
