import { tracingChannel } from 'node:diagnostics_channel'

import { type AddFacts, createChannel, trace, type TracedCall } from '@custody-wallet/types/internal'
import type { OperationId } from '@custody-wallet/types/operations'

import { type Outcome, readCode } from './call.ts'
import type { AttemptTrace, CallTrace, GateTrace, TokenTrace, Tracing } from './calls/tracing.ts'
import { CustodyError, TransportError } from './errors/errors.ts'
import { calls } from './generated/calls.ts'

const channels = {
  attempt: createChannel<AttemptTrace>(tracingChannel, 'custody:attempt', describeError),
  call: createChannel<CallTrace>(tracingChannel, 'custody:call', describeError),
  gate: createChannel<GateTrace>(tracingChannel, 'custody:gate', describeError),
  token: createChannel<TokenTrace>(tracingChannel, 'custody:token', describeError),
} as const

/** Creates the tracing of a merchant's calls. */
export function createTracing(merchant: { readonly appId: string }): Tracing {
  const describeCall = (operation: OperationId): TracedCall => ({
    operation,
    family: calls[operation].family,
    app_id: merchant.appId,
  })
  return {
    call: (operation, work) =>
      trace(
        channels.call,
        () => describeCall(operation),
        (add) => addOutcome(work(), add),
      ),
    attempt: (operation, attempt, work) =>
      trace(
        channels.attempt,
        () => ({ ...describeCall(operation), attempt }),
        (add) => addOutcome(work(add), add),
      ),
    gate: (operation, work) =>
      trace(
        channels.gate,
        () => describeCall(operation),
        () => work(),
      ),
    token: (work) =>
      trace(
        channels.token,
        () => describeCall('getToken'),
        () => work(),
      ),
  }
}

const addOutcome = (work: Promise<Outcome>, add: AddFacts<CallTrace> | undefined): Promise<Outcome> =>
  add === undefined ? work : work.then((outcome) => (add(describeOutcome(outcome)), outcome))

function describeOutcome({ status, response, assurance }: Outcome): Partial<CallTrace> {
  const code = readCode(response)
  return { status, assurance, ...(code !== undefined && { code }) }
}

function describeError(error: unknown): Pick<CallTrace, 'status'> & { readonly code: string } {
  const status = error instanceof TransportError ? error.context.status : undefined
  return { code: error instanceof CustodyError ? error.code : 'threw', ...(status !== undefined && { status }) }
}
