// Faults that the `Prefer` header of a call requests.
import { type PreferenceReaders, readPreferences } from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import type { FaultKind, View } from '../store/values.ts'
import { faultKinds, type FaultParameters, isFaultKind, isSealed } from './kinds.ts'

export interface ActiveFault {
  /** Id of a stored fault; absent if the call requested it. */
  readonly id?: number
  readonly kind: FaultKind
  readonly parameters: FaultParameters
}

interface CallKey {
  readonly view: View
  readonly operation: OperationId
}

const maxDelay = 60_000

const readers: PreferenceReaders<CallKey, ActiveFault> = {
  fault: (kind, { view, operation }) => {
    if (!isFaultKind(kind)) return { rejection: `fault must be one of ${Object.keys(faultKinds).join(', ')}` }
    if (faultKinds[kind].isSealedOnly && (view === 'plain' || !isSealed(operation)))
      return { rejection: `fault=${kind} requires a sealed call` }
    return { kind, parameters: {} }
  },
  code: (value) => {
    const status = Number(value)
    return /^[45]\d\d$/.test(value)
      ? { kind: 'status', parameters: { status } }
      : { rejection: 'code must be a status from 400 to 599' }
  },
  delay: (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= maxDelay
      ? { kind: 'latency', parameters: { milliseconds: Number(value) } }
      : { rejection: `delay must be an integer of milliseconds up to ${maxDelay}` },
}

/** Reads the requested faults. A delay comes first. */
export function readPreferredFaults(
  header: string,
  call: CallKey,
): readonly ActiveFault[] | { readonly rejection: string } {
  const preferences = readPreferences(header, readers, call)
  if ('rejection' in preferences) return preferences
  return ['delay', 'code', 'fault'].flatMap((name) => preferences.get(name) ?? [])
}
