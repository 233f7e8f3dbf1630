// What the tracing channels say about calls.
import { tracingChannel } from 'node:diagnostics_channel'

import type { RejectionReason } from '@custody-wallet/encryption'
import type { Urls } from '@custody-wallet/types/http'
import { type AddFacts, createChannel, createTracer, type TracedCall } from '@custody-wallet/types/internal'
import type { Family, OperationId } from '@custody-wallet/types/operations'

import { type Assurance, type Outcome, readCode } from './call.ts'
import type { CallReport } from './calls/hooks.ts'
import type { Tracing } from './calls/tracing.ts'
import { CustodyError, TransportError } from './errors/errors.ts'
import { calls } from './generated/calls.ts'
import { readReason } from './protocols/reasons.ts'

/** Context of `custody:call`: a call with its waits and retries. */
export interface CallTrace extends TracedCall {
  /** HTTP status of the response. */
  readonly status?: number
  readonly assurance?: Assurance
}

/** Context of `custody:attempt`: one attempt of a call, with the fields of its `CallReport`. */
export interface AttemptTrace extends CallTrace, Partial<Pick<CallReport, 'outcome' | 'received' | 'sent'>> {
  readonly attempt: number
  /** Host and port that the attempt is sent to. */
  readonly host: string
  readonly port: number
  /** Why the response was rejected. Do not send it to the other side. */
  readonly reason?: RejectionReason
}

/** Context of `custody:gate`: the wait of a call for its turn. */
export type GateTrace = TracedCall

/** Context of `custody:token`: a request for a token that calls share. */
export type TokenTrace = TracedCall

const channels = {
  attempt: createChannel<AttemptTrace>(tracingChannel, 'custody:attempt', describeAttemptError),
  call: createChannel<CallTrace>(tracingChannel, 'custody:call', describeError),
  gate: createChannel<GateTrace>(tracingChannel, 'custody:gate', describeError),
  token: createChannel<TokenTrace>(tracingChannel, 'custody:token', describeError),
} as const

/** Creates the tracing of a merchant's calls. */
export function createTracing(merchant: { readonly appId: string; readonly urls: Urls }): Tracing {
  const describeCall = (operation: OperationId): TracedCall => ({
    operation,
    family: calls[operation].family,
    app_id: merchant.appId,
  })
  const { attempt, call, gate, token } = channels
  return {
    call: createTracer(call, (work, operation) =>
      call.run(describeCall(operation), async (add) => addOutcome(await work(), add)),
    ),
    attempt: createTracer(attempt, (work, operation, number) =>
      attempt.run(
        { ...describeCall(operation), attempt: number, ...findServer(operation, merchant.urls) },
        async (add) => addOutcome(await work(add), add),
      ),
    ),
    gate: createTracer(gate, (work, operation) => gate.run(describeCall(operation), () => work())),
    token: createTracer(token, (work) => token.run(describeCall('getToken'), () => work())),
  }
}

function addOutcome(outcome: Outcome, add: AddFacts<CallTrace>): Outcome {
  add(describeOutcome(outcome))
  return outcome
}

const urlNames: Readonly<Record<Family, keyof Urls>> = { token: 'openPlatform', v2: 'base', mpc: 'base', v1: 'v1' }

function findServer(operation: OperationId, urls: Urls): Pick<AttemptTrace, 'host' | 'port'> {
  const { hostname, port, protocol } = new URL(urls[urlNames[calls[operation].family]])
  return { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}

function describeOutcome({ status, response, assurance }: Outcome): Partial<CallTrace> {
  const code = readCode(response)
  return { status, assurance, ...(code !== undefined && { code }) }
}

function describeError(error: unknown): Pick<CallTrace, 'status'> & { readonly code: string } {
  const status = error instanceof TransportError ? error.context.status : undefined
  return { code: error instanceof CustodyError ? error.code : 'threw', ...(status !== undefined && { status }) }
}

function describeAttemptError(error: unknown): Pick<AttemptTrace, 'reason' | 'status'> & { readonly code: string } {
  const reason = readReason(error)
  return { ...describeError(error), ...(reason && { reason }) }
}
