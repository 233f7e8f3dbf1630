import { isOperationId } from '@custody-wallet/server/core'

import type { MockOperation } from '../description/operations.ts'
import type { PlainResponse, Engine } from '../prism/engine.ts'
import { createRecordResponse, defaultPreferences, type RecordPreferences } from '../records/record-response.ts'
import { echoRequest, type MockCall } from './echo.ts'
import type { Faults } from './faults.ts'
import { isFailure, getMeaning, type Preference } from './prefer.ts'

interface Source {
  readonly engine: Engine
  readonly faults: Faults
}

/** Creates the response to a call from its preference and the faults. Examples chosen by name stay unchanged. */
export async function createCallResponse(
  { engine, faults }: Source,
  call: MockCall,
  { example, code, dynamic: isDynamic = false, seed = faults.seed }: Preference,
): Promise<PlainResponse> {
  const { operation } = call
  if (code !== undefined && !isFailure(code)) return createFailure(operation, code)
  if (example !== undefined) return engine.getExample(operation, example)
  const isFailing = operation.responses.some(({ name }) => name === 'failure') && faults.failNext()
  if (isFailing) return engine.getExample(operation, 'failure')
  return engine.isBuiltIn
    ? createContractResponse(call, isDynamic ? { seed, hasExamples: false } : defaultPreferences)
    : createDescriptionResponse(engine, call, isDynamic ? seed : undefined)
}

function createContractResponse({ operation, parameters }: MockCall, preferences: RecordPreferences): PlainResponse {
  if (!isOperationId(operation.id)) throw new TypeError(`The contract has no call ${operation.id}.`)
  return { status: 200, value: createRecordResponse(preferences, operation.id, operation, parameters) }
}

// The mock has no makers for another description, so it adapts the responses of Prism.
async function createDescriptionResponse(
  engine: Engine,
  call: MockCall,
  seed: string | undefined,
): Promise<PlainResponse> {
  const { operation } = call
  const { status, value } = await (seed === undefined ? engine.getExample(operation) : engine.generate(operation, seed))
  return { status, value: echoRequest(call, value) }
}

// Codes are strings in v2 and MPC responses, and numbers elsewhere.
function createFailure({ family }: MockOperation, code: number): PlainResponse {
  const codeValue = family === 'v2' || family === 'mpc' ? String(code) : code
  return { status: 200, value: { code: codeValue, msg: getMeaning(family, code) ?? '' } }
}
