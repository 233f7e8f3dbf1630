// The options of a service, and their checks.
import type { RejectionReport } from '@custody-wallet/encryption'
import type { GatewayOptions } from '@custody-wallet/encryption/gateway'
import { checkOptions, findNearestName, type OptionNames, isObject } from '@custody-wallet/types/validate'

import { contractCalls } from '../core/calls.ts'
import type { Handlers } from './handlers.ts'
import type { Merchants } from './merchants.ts'
import type { CallListener } from './reports.ts'
import type { TokenOptions } from './tokens.ts'

interface CommonOptions {
  readonly merchants: Merchants
  /** app_id of plain calls without the header `App-Id`; by default, the only merchant of a Map. */
  readonly plainMerchant?: string | undefined
  readonly token?: TokenOptions | undefined
  /** Options of the gateway behind the wire view. The limits of `bodies` also apply to the plain view. */
  readonly gateway?: Pick<
    GatewayOptions,
    'bodies' | 'decoys' | 'gate' | 'limits' | 'rejectionCodes' | 'segments' | 'transport'
  >
  /** Unix milliseconds; `Date.now` unless given. */
  readonly clock?: (() => number) | undefined
  /**
   * Called after every request with operation, merchant, status, duration and sizes. `context` also has the content: body,
   * parameters and response.
   */
  readonly onCall?: CallListener
  /** Called with the reason when a message is rejected before its merchant is known. Later, `onRejected` of the party is called. */
  readonly onRejected?: ((report: RejectionReport) => unknown) | undefined
  /**
   * Called with errors of handlers, a `NotBuiltError` for a call without a handler, and an `InvalidResponseError` for a
   * response that breaks the contract.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined
}

export type ServiceOptions = CommonOptions &
  (
    | { readonly handlers: Handlers; readonly partial?: false | undefined }
    | { readonly handlers: Partial<Handlers>; readonly partial: true }
  )

const optionNames = {
  merchants: true,
  handlers: true,
  partial: true,
  plainMerchant: true,
  token: true,
  gateway: true,
  clock: true,
  onCall: true,
  onRejected: true,
  onError: true,
} as const satisfies OptionNames<ServiceOptions>

const gatewayOptionNames = {
  bodies: true,
  decoys: true,
  gate: true,
  limits: true,
  rejectionCodes: true,
  segments: true,
  transport: true,
} as const satisfies OptionNames<ServiceOptions['gateway'] & object>

/** Throws a `TypeError` for invalid options. */
export function checkService(options: ServiceOptions): void {
  checkOptions(options, optionNames, 'createService()')
  const { handlers, partial, gateway: gatewayOptions = {}, clock = Date.now } = options
  checkOptions(gatewayOptions, gatewayOptionNames, 'gateway')
  if (typeof clock !== 'function') throw new TypeError('clock must be a function, such as Date.now.')
  if (!isObject(handlers)) throw new TypeError('handlers must be an object with a function for each call.')
  checkHandlers(handlers, partial === true)
}

// A misspelt name would leave its call without a handler.
function checkHandlers(handlers: Partial<Handlers>, partial: boolean): void {
  const callIds = contractCalls.map(({ id }) => id).filter((id) => id !== 'getToken')
  for (const [name, handler] of Object.entries(handlers)) {
    const near = callIds.includes(name) ? undefined : findNearestName(name, callIds)
    if (!callIds.includes(name))
      throw new TypeError(`handlers.${name} is not a call.${near === undefined ? '' : ` Did you mean ${near}?`}`)
    if (typeof handler !== 'function') throw new TypeError(`handlers.${name} must be a function.`)
  }
  const missing = callIds.filter((id) => !Object.hasOwn(handlers, id))
  if (!partial && missing.length > 0)
    throw new TypeError(`handlers lacks ${missing.join(', ')}: add them, or set partial: true.`)
}
