// Faults of one call, which its `Prefer` header asks for.
import { type PreferenceReaders, readPreferences } from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import {
  type FaultKind,
  faultKinds,
  type FaultParameters,
  isFaultKind,
  isSealed,
  type View,
} from './kinds.ts'

/** A fault that acts on a call. */
export interface ActingFault {
  /** Id of its row; absent where the call asked for it. */
  readonly id?: number
  readonly kind: FaultKind
  readonly parameters: FaultParameters
}

interface CallKey {
  readonly view: View
  readonly operation: OperationId
}

const longestDelay = 60_000

const readers: PreferenceReaders<CallKey, ActingFault> = {
  fault: (kind, { view, operation }) => {
    if (!isFaultKind(kind)) return { refusal: `fault must be one of ${Object.keys(faultKinds).join(', ')}` }
    if (faultKinds[kind].sealed && (view === 'plain' || !isSealed(operation)))
      return { refusal: `fault=${kind} needs a sealed call` }
    return { kind, parameters: {} }
  },
  code: (value) => {
    const status = Number(value)
    return /^[45]\d\d$/.test(value)
      ? { kind: 'status', parameters: { status } }
      : { refusal: 'code must be a status from 400 to 599' }
  },
  delay: (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= longestDelay
      ? { kind: 'latency', parameters: { milliseconds: Number(value) } }
      : { refusal: `delay must be whole milliseconds up to ${longestDelay}` },
}

/** The faults that a header asks for; a delay comes first. */
export function preferredFaults(
  header: string,
  call: CallKey,
): readonly ActingFault[] | { readonly refusal: string } {
  const found = readPreferences(header, readers, call)
  if ('refusal' in found) return found
  return ['delay', 'code', 'fault'].flatMap((name) => found.get(name) ?? [])
}
