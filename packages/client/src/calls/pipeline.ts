import type { Family, OperationId } from '@custody-wallet/types/operations'

import type { CallOptions, Outcome } from '../call.ts'
import { CustodyError, TransportError } from '../errors/errors.ts'
import type * as Explanations from '../errors/explain.ts'
import { calls } from '../generated/calls.ts'
import type { Failure, PlainCall, PreparedCall, Protocol } from '../protocols/protocol.ts'
import { type Deadline, type SetTimer, startDeadline } from './deadline.ts'
import { type ReplaceableSettings, applyDefaults } from './defaults.ts'
import { type CallReport, type HookOptions, logRequest, report } from './hooks.ts'
import type { Semaphore } from './semaphore.ts'
import { send, type Sender } from './send.ts'
import type { Tracing } from './tracing.ts'

/** Makes a call and returns its response, or throws. */
export type Pipeline = (call: PlainCall, options?: CallOptions) => Promise<Outcome>

export interface PipelineOptions extends Sender, HookOptions, ReplaceableSettings, RetryPolicy {
  readonly protocol: Protocol
  readonly setTimer: SetTimer
  readonly budget: Budget
  /** Absent for a call that another call waits for: the waiting call already holds a slot. */
  readonly semaphore?: Semaphore | undefined
  /** Creates further headers of an attempt. Those of its call replace them. */
  readonly createHeaders?: (() => ReplaceableSettings['headers']) | undefined
  /** Absent in browsers. */
  readonly tracing?: Tracing | undefined
}

const loadExplanations = async (): Promise<typeof Explanations> => import('../errors/explain.ts')

/** Creates the pipeline of every call: deadline, semaphore, preparation, attempts, report. */
export function createPipeline(
  options: PipelineOptions,
  explanations: typeof loadExplanations = loadExplanations,
): Pipeline {
  const makeCall: Pipeline = async (plainCall, callOptions) => {
    const settings = callOptions ? applyDefaults(options, callOptions) : options
    const { protocol, semaphore, budget, logger, timeout, headers } = settings
    const call = { ...plainCall, headers }
    const { operation, parameters } = call
    const isRetryable = settings.getRetry(operation) !== 'never'
    const deadline = startDeadline(operation, { signal: callOptions?.signal, timeout }, settings)
    const run: CallRun = { call, deadline, sent: false }
    let hasEntered = false
    try {
      await enterSemaphore(operation, deadline, settings)
      hasEntered = true
      const preparedCall = await deadline.race(protocol.prepare(call, deadline.signal))
      // Its errors must explain the doubt, so the call is not sent if their messages cannot be loaded.
      if (!isRetryable) await deadline.race(explanations())
      logRequest(logger, operation, parameters)
      budget.earn()
      return await runAttempts(run, preparedCall, settings)
    } catch (error) {
      const failure = deadline.getFailure() ?? error
      if (isRetryable && (run.sent || !deadline.getFailure())) throw failure
      throw (await explanations()).completeError(failure, { operation, isRetryable, isSent: run.sent })
    } finally {
      if (hasEntered) semaphore?.release()
      deadline.close()
    }
  }
  return (plainCall, callOptions) => {
    const work = () => makeCall(plainCall, callOptions)
    return options.tracing?.call(work, plainCall.operation) ?? work()
  }
}

interface CallRun {
  readonly call: PlainCall
  readonly deadline: Deadline
  sent: boolean
}

async function enterSemaphore(
  operation: OperationId,
  deadline: Deadline,
  { semaphore, tracing }: Pick<PipelineOptions, 'semaphore' | 'tracing'>,
): Promise<void> {
  const turn = semaphore?.acquire()
  if (turn === undefined) return
  const waitForTurn = async (): Promise<void> => {
    if (turn === 'full') throw new TransportError('OVERLOADED', operation)
    try {
      await deadline.race(turn)
    } catch (error) {
      semaphore?.cancel(turn)
      throw error
    }
  }
  await (tracing?.gate(waitForTurn, operation) ?? waitForTurn())
}

async function runAttempts(run: CallRun, preparedCall: PreparedCall, options: PipelineOptions): Promise<Outcome> {
  const { deadline } = run
  const { budget, clock } = options
  let hasRecovered = false
  const canRecover = (failure: Failure): boolean => {
    const isRetry = !hasRecovered && preparedCall.recover?.(failure) === true
    hasRecovered ||= isRetry
    return isRetry
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const work = (note?: HookOptions['onCall']) => attemptOnce(run, preparedCall, { attempt, note }, options)
      const outcome = await (options.tracing?.attempt(work, run.call.operation, attempt) ?? work())
      if (!canRecover({ outcome })) return outcome
    } catch (error) {
      if (!deadline.getFailure() && canRecover({ error })) continue
      const wait = computeWait(error, attempt, options)
      const isInTime = wait !== undefined && clock() + wait < deadline.endTime
      if (!isInTime || !budget.spend()) throw error
      await deadline.sleep(wait)
    }
  }
}

async function attemptOnce(
  run: CallRun,
  preparedCall: PreparedCall,
  { attempt, note }: { readonly attempt: number; readonly note: HookOptions['onCall'] },
  options: PipelineOptions,
): Promise<Outcome> {
  const { call, deadline } = run
  const { operation } = call
  const { signal } = deadline
  const start = options.clock()
  const sizes = { sent: 0, received: 0 }
  const reportAs = (outcome: CallReport['outcome']): void =>
    report(options, { operation, attempt, duration: options.clock() - start, ...sizes, outcome }, note)
  try {
    const headers = { ...options.createHeaders?.(), ...call.headers }
    const outcome = await deadline.race(send({ operation, preparedCall, headers, signal, sizes }, options))
    reportAs('responded')
    return outcome
  } catch (error) {
    const failure = deadline.getFailure() ?? error
    run.sent ||= sizes.sent > 0
    reportAs(failure instanceof CustodyError ? failure.code : 'threw')
    throw failure
  }
}

/** Whether a failed call may be retried: always, only with the same bytes, or never. */
export type Retry = 'safe' | 'idempotent' | 'never'

/** How often failed calls are retried, and how long they wait first. */
export interface RetryPolicy {
  readonly attempts: number
  readonly random: () => number
  readonly getRetry: (operation: OperationId) => Retry
}

export const getRetry = (operation: OperationId): Retry => calls[operation].retry

/** The fields of a profile that decide about retries. The type of profiles would need the types of Node in browsers. */
interface RetrySettings {
  readonly retry: { readonly cancelWithdrawal: Retry }
  readonly consume: string
}

/** Reads the retries that the contract allows. For two calls, the profile decides. */
export function createRetryReader({ retry, consume }: RetrySettings): (operation: OperationId) => Retry {
  const overrides: { readonly [Id in OperationId]?: Retry } = {
    cancelWithdrawal: retry.cancelWithdrawal,
    pullWithdrawals: consume === 'repeatable' ? 'safe' : 'never',
  }
  return (operation) => overrides[operation] ?? getRetry(operation)
}

// Only failures without a response. A call with an unproved response is not retried either.
const transientCodes: ReadonlySet<string> = new Set(['CONNECTION_FAILED', 'HTTP_STATUS'])
const firstWait = 200
const longestWait = 5000
// A rejected token call may mean that the IP address is not allowed, which a quick retry does not change.
const computeMinimumWait = (family: Family): number => (family === 'token' ? 1000 : 0)

/** Returns the milliseconds before the next attempt, or `undefined` if there is none. */
export function computeWait(
  error: unknown,
  attempt: number,
  { attempts, random, getRetry: getPolicy }: RetryPolicy,
): number | undefined {
  if (!(error instanceof TransportError) || !error.retryable || !transientCodes.has(error.code)) return undefined
  if (attempt >= attempts || getPolicy(error.operation) === 'never') return undefined
  const ceiling = Math.min(longestWait, firstWait * 2 ** (attempt - 1))
  return Math.max(computeMinimumWait(error.family) + random() * ceiling, error.context.retryAfter ?? 0)
}

/** Limits retries to a small part of all calls, so that they do not overload the service. */
export interface Budget {
  earn(): void
  /** Spends one retry, and returns whether the budget had one. */
  spend(): boolean
}

const fullBudget = 10
const earnings = 0.1

export function createRetryBudget(): Budget {
  let balance = fullBudget
  return {
    earn() {
      balance = Math.min(fullBudget, balance + earnings)
    },
    spend() {
      if (balance < 1) return false
      balance -= 1
      return true
    },
  }
}
