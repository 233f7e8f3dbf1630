// What both clients show of themselves.
export type { CallReport, LogEntry, Logger } from './calls/hooks.ts'
export type { ClientOptions } from './calls/settings.ts'
export type {
  Assurance,
  Call,
  CallOptions,
  OptionalCall,
  RawAnswer,
  RawFailure,
  RawSuccess,
} from './calls/types.ts'
export {
  AnswerError,
  CustodyError,
  type CustodyErrorCode,
  isCustodyError,
  ParametersError,
  ServiceError,
  TransportError,
} from './errors/errors.ts'
export type * from './generated/resources.ts'
// What calls take and give, so that a program can name it without another package.
export type * from '@custody-wallet/types'
