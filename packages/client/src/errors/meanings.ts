// What codes mean, in a module of its own: it is loaded when the first failure comes.
import { codes } from '@custody-wallet/types'
import type { Family } from '@custody-wallet/types/operations'

import { calls } from '../generated/calls.ts'
import type { Outcome } from '../speech/speech.ts'
import { codeOf } from './code.ts'
import { type ServiceContext, ServiceError } from './tree.ts'

type Known = Omit<ServiceContext, 'serviceCode'>

/** What a code of a family is known to mean. */
export function knownCode(family: Family, code: string): Known {
  const known: Readonly<Record<string, Known>> = codes[family]
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? {}
}

/** The error of an answer that is a failure. */
export function errorOf({ operation, answer, assurance }: Outcome): ServiceError {
  const serviceCode = codeOf(answer) ?? '?'
  const known = knownCode(calls[operation].family, serviceCode)
  return new ServiceError(operation, { serviceCode, ...known }, assurance, { next: stepFor(answer, known) })
}

// What a gateway of the encryption package says to whatever it cannot open.
const refused = 'ENVELOPE_REJECTED'

function stepFor(answer: unknown, { meaning }: Known): string {
  if (typeof answer === 'object' && answer !== null && 'msg' in answer && answer.msg === refused)
    return 'The service could not open the call: check app_id, your keys and the profile. A plain client needs the plain port, which is one below the wire port of the mock.'
  return meaning === undefined
    ? 'The code is unknown: ask the service what it means.'
    : 'Decide by context.serviceCode; the text of the service is in raw.'
}
