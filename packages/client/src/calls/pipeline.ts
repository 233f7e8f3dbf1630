import type { OperationId } from '@custody-wallet/types/operations'

import { CustodyError, TransportError } from '../errors/errors.ts'
import type { Failure, Outcome, PlainCall, PreparedCall, Protocol } from '../protocols/protocol.ts'
import type { SetTimer } from '../runtime.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type CallReport, type HookOptions, logRequest, report } from './hooks.ts'
import { type Budget, type RetryPolicy, waitAfter } from './retries.ts'
import type { Semaphore } from './semaphore.ts'
import { send, type Sender } from './send.ts'
import type { CallOptions } from './types.ts'

/** Makes a call: the outcome holds the answer, and an error says why there is none. */
export type Pipeline = (call: PlainCall, options?: CallOptions) => Promise<Outcome>

export interface PipelineOptions extends Sender, HookOptions {
  readonly protocol: Protocol
  readonly timeout: number
  readonly setTimer: SetTimer
  readonly policy: RetryPolicy
  readonly budget: Budget
  /** Absent for a call that another call waits for, which holds a place already. */
  readonly semaphore?: Semaphore | undefined
}

/** Makes the pipeline of every call: deadline, semaphore, preparation, attempts, report. */
export function pipelineOf(options: PipelineOptions): Pipeline {
  const { protocol, semaphore, policy, budget, logger } = options
  return async (call, { signal, timeout = options.timeout } = {}) => {
    const { operation, parameters } = call
    const deadline = startDeadline(operation, { signal, timeout }, options)
    const running: Running = { call, deadline, sent: false }
    let entered = false
    try {
      await enter(operation, deadline, semaphore)
      entered = true
      const prepared = await deadline.race(protocol.prepare(call, deadline.signal))
      logRequest(logger, operation, parameters)
      budget.earn()
      return await attempts(running, prepared, options)
    } catch (error) {
      const failure = deadline.failure() ?? error
      const retry = policy.retryOf(operation)
      throw retry === 'never' ? (await explanations()).inDoubtError(failure, retry, running.sent) : failure
    } finally {
      if (entered) semaphore?.release()
      deadline.close()
    }
  }
}

const explanations = async () => import('../errors/explain.ts')

interface Running {
  readonly call: PlainCall
  readonly deadline: Deadline
  /** Whether any attempt was sent. */
  sent: boolean
}

async function enter(
  operation: OperationId,
  deadline: Deadline,
  semaphore: Semaphore | undefined,
): Promise<void> {
  const turn = semaphore?.acquire()
  if (turn === undefined) return
  if (turn === 'full') throw new TransportError('OVERLOADED', operation)
  try {
    await deadline.race(turn)
  } catch (error) {
    semaphore?.cancel(turn)
    throw error
  }
}

async function attempts(
  running: Running,
  prepared: PreparedCall,
  options: PipelineOptions,
): Promise<Outcome> {
  const { deadline } = running
  const { policy, budget, clock } = options
  let recovered = false
  const recovers = (failure: Failure): boolean => {
    const again = !recovered && prepared.recover?.(failure) === true
    recovered ||= again
    return again
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await attemptOnce(running, prepared, attempt, options)
      if (!recovers({ outcome })) return outcome
    } catch (error) {
      if (!deadline.failure() && recovers({ error })) continue
      const wait = waitAfter(error, attempt, policy)
      const inTime = wait !== undefined && clock() + wait < deadline.ends
      if (!inTime || !budget.spend()) throw error
      await deadline.sleep(wait)
    }
  }
}

async function attemptOnce(
  running: Running,
  prepared: PreparedCall,
  attempt: number,
  options: PipelineOptions,
): Promise<Outcome> {
  const { call, deadline } = running
  const { operation } = call
  const { signal } = deadline
  const start = options.clock()
  const sizes = { sent: 0, received: 0 }
  const reportAs = (outcome: CallReport['outcome']): void =>
    report(options, { operation, attempt, duration: options.clock() - start, ...sizes, outcome })
  try {
    const outcome = await deadline.race(send({ operation, prepared, signal, sizes }, options))
    reportAs('answered')
    return outcome
  } catch (error) {
    const failure = deadline.failure() ?? error
    running.sent ||= sizes.sent > 0
    reportAs(failure instanceof CustodyError ? failure.code : 'threw')
    throw failure
  }
}
