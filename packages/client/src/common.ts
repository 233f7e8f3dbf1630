// What both clients show of themselves.
export type { CallReport, LogEntry, Logger } from './calls/hooks.ts'
export type { ClientOptions } from './calls/settings.ts'
export type { Fetch } from './calls/send.ts'
export type { Assurance, Call, CallOptions, RawResponse } from './calls/types.ts'
export {
  type ResponseContext,
  ResponseError,
  CustodyError,
  type CustodyErrorCode,
  type ErrorIssue,
  isCustodyError,
  ParametersError,
  type ServiceContext,
  ServiceError,
  type TransportContext,
  TransportError,
} from './errors/errors.ts'
export type * from './generated/resources.ts'
// What calls take and give, so that a program can name it without another package.
export type * from '@custody-wallet/types'
