import type { Family } from '@custody-wallet/types/operations'

import { calls } from '../generated/calls.ts'
import type { Outcome } from '../speech/speech.ts'
import { type ServiceContext, ServiceError } from './tree.ts'

/** The code of an answer, as a text; an answer that is a bare value has none. */
export function codeOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return undefined
  const text = String(answer.code)
  return /^-?\w{1,16}$/.test(text) ? text : '?'
}

/** The error of an answer that is a failure. The text beside the code stays in the answer. */
export async function serviceError({ operation, answer, assurance }: Outcome): Promise<ServiceError> {
  const serviceCode = codeOf(answer) ?? '?'
  const known = await knownCode(calls[operation].family, serviceCode)
  return new ServiceError(operation, { serviceCode, ...known }, assurance)
}

async function knownCode(family: Family, code: string): Promise<Omit<ServiceContext, 'serviceCode'>> {
  const { codes } = await import('./meanings.ts')
  const known: Readonly<Record<string, Omit<ServiceContext, 'serviceCode'>>> = codes[family]
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? {}
}
