// Every error of this package, by its code. The README shows the same table to people.

interface Facts {
  readonly kind: 'parameters' | 'transport' | 'answer' | 'service'
  /** Whether the same call may do better later. Whether it may be made again at all is the contract's to say. */
  readonly retryable: boolean
  /** What happened; the name of the operation takes the place of the mark. */
  readonly sentence: `${string}%${string}.`
}

export const table = {
  PARAMETERS_INVALID: {
    kind: 'parameters',
    retryable: false,
    sentence: 'The parameters of % do not fit the call, so nothing was sent.',
  },
  URL_TOO_LONG: {
    kind: 'parameters',
    retryable: false,
    sentence: 'The sealed address of % is longer than maxUrlLength, so nothing was sent; pass fewer ids.',
  },
  ABORTED: { kind: 'transport', retryable: false, sentence: 'The caller gave % up.' },
  BODY_TOO_LONG: {
    kind: 'transport',
    retryable: false,
    sentence: 'The answer to % is longer than an answer may be.',
  },
  CONNECTION_FAILED: {
    kind: 'transport',
    retryable: true,
    sentence: 'The connection failed before the answer to % was complete.',
  },
  HTTP_STATUS: {
    kind: 'transport',
    retryable: false,
    sentence: 'HTTP refused %, so the service said nothing about it.',
  },
  OVERLOADED: {
    kind: 'transport',
    retryable: true,
    sentence: 'Too many calls are waiting in this process, so % was not sent.',
  },
  REDIRECTED: {
    kind: 'transport',
    retryable: false,
    sentence: 'The address of % redirects, and no call follows.',
  },
  TIMEOUT: { kind: 'transport', retryable: true, sentence: 'There was no answer to % in time.' },
  TOKEN_HELD_BACK: {
    kind: 'transport',
    retryable: true,
    sentence: 'The last token was refused, so % waits before it asks again.',
  },
  ANSWER_INVALID: {
    kind: 'answer',
    retryable: false,
    sentence: 'The answer to % does not fit the contract.',
  },
  ANSWER_MISMATCHED: {
    kind: 'answer',
    retryable: false,
    sentence: 'The answer to % belongs to another call.',
  },
  ANSWER_UNPROVED: {
    kind: 'answer',
    retryable: false,
    sentence: 'Nothing proves the answer to %, so it says nothing about what the call did.',
  },
  ANSWER_UNREADABLE: {
    kind: 'answer',
    retryable: false,
    sentence: 'The answer to % is no JSON of the interface, so it says nothing about what the call did.',
  },
  FAILURE_UNPROVED: {
    kind: 'answer',
    retryable: false,
    sentence: 'An answer says that % failed, and nothing proves who wrote it.',
  },
  SERVICE_FAILED: { kind: 'service', retryable: false, sentence: 'The service answered % with a failure.' },
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
