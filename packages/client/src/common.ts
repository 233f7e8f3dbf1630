// Exports of both entries.
export type { CallReport, LogEntry, Logger } from './calls/hooks.ts'
export type { ClientOptions } from './calls/settings.ts'
export type { Fetch } from '@custody-wallet/types/http'
export type { Assurance, Call, CallDefaults, CallOptions, RawResponse } from './call.ts'
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
// Types of parameters and records, so that programs need no other package for them.
export type * from '@custody-wallet/types'
