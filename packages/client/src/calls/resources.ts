import { succeeded } from '@custody-wallet/types'

import { calls } from '../generated/calls.ts'
import { type Calls, type Resources, resourcesOf } from '../generated/resources.ts'
import type { Outcome } from '../protocols/protocol.ts'
import type { Pipeline } from './pipeline.ts'
import type { CallOptions } from './types.ts'

/** Every call by resource and verb, made through a pipeline. */
export function resourcesBy(pipeline: Pipeline): Resources {
  return resourcesOf(callOf)
  function callOf<Id extends keyof Calls>(operation: Id): Calls[Id] {
    const outcomeOf = (parameters: unknown = {}, options?: CallOptions) =>
      pipeline({ operation, parameters: copyOf(parameters) }, options)
    const call: unknown = Object.assign(
      async (parameters?: unknown, options?: CallOptions) => valueOf(await outcomeOf(parameters, options)),
      {
        raw: async (parameters?: unknown, options?: CallOptions) =>
          rawOf(await outcomeOf(parameters, options)),
      },
    )
    markCall(operation, call)
    return call
  }
}

// For the compiler alone: the protocol checks parameters and answers against the schemas that these types come from.
function markCall<Id extends keyof Calls>(_operation: Id, _call: unknown): asserts _call is Calls[Id] {}

/** The value of a success; a failure is thrown. */
export async function valueOf(outcome: Outcome): Promise<unknown> {
  if (!succeeded(outcome.answer)) throw (await import('../errors/explain.ts')).serviceError(outcome)
  return contentOf(outcome)
}

function rawOf(outcome: Outcome): object {
  const isSuccess = succeeded(outcome.answer)
  return { ...outcome, succeeded: isSuccess, ...(isSuccess && { value: contentOf(outcome) }) }
}

// An MPC call answers with the bare value, every other call with an envelope around it.
function contentOf({ operation, answer }: Outcome): unknown {
  if (calls[operation].family === 'mpc') return answer
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
}

/**
 * Copies parameters when a call is made: the call may wait, and its caller may change the object meanwhile. Inherited
 * properties are ignored. Parameters have at most three levels; the limit also ends circular objects.
 */
export function copyOf(given: unknown, depth = 3): unknown {
  if (typeof given !== 'object' || !given || !depth) return given
  if (Array.isArray(given)) return given.map((entry: unknown) => copyOf(entry, depth - 1))
  const members = Object.entries(given)
  return Object.fromEntries(members.map(([name, value]) => [name, copyOf(value, depth - 1)]))
}
