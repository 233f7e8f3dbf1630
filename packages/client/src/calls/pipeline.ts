import type { OperationId } from '@custody-wallet/types/operations'

import { CustodyError, TransportError } from '../errors/tree.ts'
import type { Asked, Outcome, Prepared, Refusal, Speech } from '../speech/speech.ts'
import { type Deadline, type SetTimer, startDeadline } from './deadline.ts'
import { type CallReport, type HookOptions, logAsked, report } from './hooks.ts'
import { type Budget, type RetryPolicy, waitAfter } from './retries.ts'
import { exchange, type Sender } from './send.ts'
import type { Slots } from './slots.ts'
import type { CallOptions } from './types.ts'

/** Makes a call and answers with what came back; throws if nothing did that counts. */
export type Pipeline = (asked: Asked, options?: CallOptions) => Promise<Outcome>

export interface PipelineOptions extends Sender, HookOptions {
  readonly speech: Speech
  readonly timeout: number
  readonly setTimer: SetTimer
  readonly policy: RetryPolicy
  readonly budget: Budget
  /** Absent for a call on behalf of another, which has a place already. */
  readonly slots?: Slots | undefined
  /** Makes the error of a failed call complete, given whether any attempt was sent. */
  readonly completed?: ((error: unknown, sent: boolean) => unknown) | undefined
}

/** The one way of every call: checked, in its turn, in time, repeated where that is safe, and reported. */
export function pipelineOf(settings: PipelineOptions): Pipeline {
  return async (asked, { signal, timeout = settings.timeout } = {}) => {
    const deadline = startDeadline(asked.operation, { signal, timeout }, settings)
    const call = { asked, deadline, sent: false }
    try {
      await enter(asked.operation, deadline, settings.slots)
      return await inPlace(call, settings)
    } catch (error) {
      const failure = deadline.failure() ?? error
      throw (await settings.completed?.(failure, call.sent)) ?? failure
    } finally {
      deadline.close()
    }
  }
}

async function enter(operation: OperationId, deadline: Deadline, slots: Slots | undefined): Promise<void> {
  const turn = slots?.take()
  if (turn === undefined) return
  if (turn === 'full') throw new TransportError('OVERLOADED', operation)
  try {
    await deadline.race(turn)
  } catch (error) {
    slots?.leave(turn)
    throw error
  }
}

interface Running {
  readonly asked: Asked
  readonly deadline: Deadline
  /** Whether any attempt was sent. */
  sent: boolean
}

async function inPlace(call: Running, settings: PipelineOptions): Promise<Outcome> {
  const { asked, deadline } = call
  const { speech, slots, logger, budget } = settings
  try {
    const prepared = await deadline.race(speech.prepare(asked, deadline.signal))
    logAsked(logger, asked.operation, asked.parameters)
    budget.earn()
    return await attempts(call, prepared, settings)
  } finally {
    slots?.free()
  }
}

async function attempts(call: Running, prepared: Prepared, settings: PipelineOptions): Promise<Outcome> {
  const { deadline } = call
  let mended = false
  const mends = (refusal: Refusal): boolean => {
    const again = !mended && prepared.mend?.(refusal) === true
    mended ||= again
    return again
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await once(call, prepared, attempt, settings)
      if (!mends({ outcome })) return outcome
    } catch (error) {
      if (!deadline.failure() && mends({ error })) continue
      const wait = waitAfter(error, attempt, settings.policy)
      const inTime = wait !== undefined && settings.clock() + wait < deadline.ends
      if (!inTime || !settings.budget.spend()) throw error
      await deadline.sleep(wait)
    }
  }
}

async function once(
  call: Running,
  prepared: Prepared,
  attempt: number,
  settings: PipelineOptions,
): Promise<Outcome> {
  const { deadline } = call
  const { operation } = call.asked
  const { clock } = settings
  const start = clock()
  const sizes = { sent: 0, received: 0 }
  const tellAbout = (outcome: CallReport['outcome']): void =>
    report(settings, { operation, attempt, duration: clock() - start, ...sizes, outcome })
  try {
    const { signal } = deadline
    const outcome = await deadline.race(exchange({ operation, prepared, signal, sizes }, settings))
    tellAbout('answered')
    return outcome
  } catch (error) {
    const failure = deadline.failure() ?? error
    call.sent ||= sizes.sent > 0
    tellAbout(failure instanceof CustodyError ? failure.code : 'threw')
    throw failure
  }
}
