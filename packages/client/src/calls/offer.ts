// The calls as functions, above the pipeline.
import { succeeded } from '@custody-wallet/types'

import { calls } from '../generated/calls.ts'
import { type Calls, type Resources, resourcesOf } from '../generated/resources.ts'
import type { Outcome } from '../speech/speech.ts'
import type { Pipeline } from './pipeline.ts'
import { snapshotOf } from './snapshot.ts'
import type { CallOptions } from './types.ts'

/** Every call by resource and verb, made through a pipeline. */
export function offerResources(pipeline: Pipeline): Resources {
  return resourcesOf(offer)
  function offer<Id extends keyof Calls>(operation: Id): Calls[Id] {
    const ask = (parameters: unknown = {}, options?: CallOptions) =>
      pipeline({ operation, parameters: snapshotOf(parameters) }, options)
    const call: unknown = Object.assign(
      async (parameters?: unknown, options?: CallOptions) => valueOf(await ask(parameters, options)),
      { raw: async (parameters?: unknown, options?: CallOptions) => rawOf(await ask(parameters, options)) },
    )
    markCall(operation, call)
    return call
  }
}

// For the compiler alone: the speech checks what goes out and what comes back against the schemas that these types were
// made from.
function markCall<Id extends keyof Calls>(_operation: Id, _call: unknown): asserts _call is Calls[Id] {}

/** What a success carries; a failure is thrown. */
export async function valueOf(outcome: Outcome): Promise<unknown> {
  if (!succeeded(outcome.answer)) throw (await import('../errors/meanings.ts')).errorOf(outcome)
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
