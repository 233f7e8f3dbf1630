import { isSuccessful } from '@custody-wallet/types'

import { calls } from '../generated/calls.ts'
import { type Calls, type Resources, groupCalls } from '../generated/resources.ts'
import type { Outcome } from '../protocols/protocol.ts'
import type { Pipeline } from './pipeline.ts'
import type { CallOptions } from './types.ts'

/** Creates every call, by resource and verb. */
export function createResources(pipeline: Pipeline): Resources {
  return groupCalls(createCall)
  function createCall<Id extends keyof Calls>(operation: Id): Calls[Id] {
    const sendCall = (parameters: unknown = {}, options?: CallOptions) =>
      pipeline({ operation, parameters: copyValue(parameters) }, options)
    const call: unknown = Object.assign(
      async (parameters?: unknown, options?: CallOptions) => readValue(await sendCall(parameters, options)),
      {
        raw: async (parameters?: unknown, options?: CallOptions) => toRaw(await sendCall(parameters, options)),
      },
    )
    markCall(operation, call)
    return call
  }
}

// Safe, because the protocol checks parameters and responses against the schemas that these types come from.
function markCall<Id extends keyof Calls>(_operation: Id, _call: unknown): asserts _call is Calls[Id] {}

/** Returns the value of a success, and throws a failure. */
export async function readValue(outcome: Outcome): Promise<unknown> {
  if (!isSuccessful(outcome.response)) throw (await import('../errors/explain.ts')).createServiceError(outcome)
  return readContent(outcome)
}

function toRaw(outcome: Outcome): object {
  const isSuccess = isSuccessful(outcome.response)
  return { ...outcome, succeeded: isSuccess, ...(isSuccess && { value: readContent(outcome) }) }
}

// MPC calls return the bare value; all other calls wrap it in an envelope.
function readContent({ operation, response }: Outcome): unknown {
  if (calls[operation].family === 'mpc') return response
  return typeof response === 'object' && response !== null && 'data' in response ? response.data : undefined
}

/**
 * Copies parameters, because the caller may change the object while the call waits. Ignores inherited properties.
 * Parameters have at most three levels; the limit also stops circular objects.
 */
function copyValue(value: unknown, depth = 3): unknown {
  if (typeof value !== 'object' || !value || !depth) return value
  if (Array.isArray(value)) return value.map((entry: unknown) => copyValue(entry, depth - 1))
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([name, value]) => [name, copyValue(value, depth - 1)]))
}
