// Every error of this package, by its code. The README shows the same table to people.

/** What the table says about an error. */
export interface Facts {
  readonly kind: 'parameters' | 'transport' | 'answer' | 'service'
  /** Whether the same call may do better later. Whether it may be made again at all is the contract's to say. */
  readonly retryable?: true
  /** What happened, after the name of the operation. Texts for sealed calls alone stand where their errors are made. */
  readonly says?: string
  /** What to do next; ends the message. */
  readonly step?: string
}

export const table = {
  PARAMETERS_INVALID: {
    kind: 'parameters',
    says: 'was not sent: its parameters break a rule',
  },
  URL_TOO_LONG: { kind: 'parameters', says: 'was not sent' },
  ABORTED: { kind: 'transport', says: 'was aborted by its signal' },
  BODY_TOO_LONG: {
    kind: 'transport',
    says: 'failed: an answer over 1 MB',
    step: 'Ask for fewer records.',
  },
  CONNECTION_FAILED: {
    kind: 'transport',
    retryable: true,
    says: 'failed: no complete answer',
    step: 'Check the address and the service.',
  },
  HTTP_STATUS: {
    kind: 'transport',
    says: 'failed: HTTP',
    step: 'Check the address and proxies on the way.',
  },
  KEY_FAILED: { kind: 'transport' },
  OVERLOADED: {
    kind: 'transport',
    retryable: true,
    says: 'was not sent: too many calls',
    step: 'Raise concurrency or queue.',
  },
  REDIRECTED: {
    kind: 'transport',
    says: 'failed: a redirect',
    step: 'Set the final address.',
  },
  TIMEOUT: {
    kind: 'transport',
    retryable: true,
    says: 'failed: no answer in time',
    step: 'Check the service or raise timeout.',
  },
  TOKEN_HELD_BACK: {
    kind: 'transport',
    retryable: true,
    says: 'was not sent',
  },
  ANSWER_INVALID: {
    kind: 'answer',
    says: 'failed: the answer breaks the contract',
    step: 'Check the address.',
  },
  ANSWER_MISMATCHED: { kind: 'answer' },
  ANSWER_UNPROVED: { kind: 'answer' },
  ANSWER_UNREADABLE: {
    kind: 'answer',
    says: 'failed: the answer is not JSON',
    step: 'Check the address and proxies on the way.',
  },
  FAILURE_UNPROVED: { kind: 'answer' },
  SERVICE_FAILED: { kind: 'service' },
} as const

table satisfies Readonly<Record<string, Facts>>

/** Code of an error of this package. Codes are stable; sentences are not. */
export type CustodyErrorCode = keyof typeof table

type OfKind<Kind extends Facts['kind']> = {
  [Code in CustodyErrorCode]: (typeof table)[Code]['kind'] extends Kind ? Code : never
}[CustodyErrorCode]

export type ParametersErrorCode = OfKind<'parameters'>
export type TransportErrorCode = OfKind<'transport'>
export type AnswerErrorCode = OfKind<'answer'>
export type ServiceErrorCode = OfKind<'service'>
