import type { RejectionReason } from '@custody-wallet/encryption'

// Not a field of the error, because errors must not reveal the reason.
const reasons = new WeakMap<object, RejectionReason>()

/** Keeps why a response was rejected. */
export function noteReason(error: unknown, reason: RejectionReason | undefined): void {
  if (reason !== undefined && error instanceof Error) reasons.set(error, reason)
}

/** Returns why a response was rejected, by the error of its attempt. */
export const readReason = (error: unknown): RejectionReason | undefined =>
  error instanceof Error ? reasons.get(error) : undefined
