import { isOperation } from '@custody-wallet/server/core'

import type { MockOperation } from '../description/operations.ts'
import type { Answer, Engine } from '../prism/engine.ts'
import { madeAnswer, usual, type World } from '../records/made.ts'
import { echoed, type MockCall } from './echo.ts'
import type { Faults } from './faults.ts'
import { isFailure, meaningOf, type Preference } from './prefer.ts'

interface Source {
  readonly engine: Engine
  readonly faults: Faults
}

/** The answer to a call, by its preference and the faults of the run. An answer that is chosen by name is not changed. */
export async function answerOf(
  { engine, faults }: Source,
  call: MockCall,
  { example, code, dynamic = false, seed = faults.seed }: Preference,
): Promise<Answer> {
  const { operation } = call
  if (code !== undefined && !isFailure(code)) return failure(operation, code)
  if (example !== undefined) return engine.shown(operation, example)
  const failing = operation.answers.some(({ name }) => name === 'failure') && faults.fails()
  if (failing) return engine.shown(operation, 'failure')
  return engine.own
    ? made(call, dynamic ? { seed, examples: false } : usual)
    : fromDescription(engine, call, dynamic ? seed : undefined)
}

function made({ operation, parameters }: MockCall, world: World): Answer {
  if (!isOperation(operation.id)) throw new TypeError(`The contract has no call ${operation.id}.`)
  return { status: 200, value: madeAnswer(world, operation.id, operation, parameters) }
}

// The mock knows nothing about the calls of another description, so it changes what Prism answers.
async function fromDescription(engine: Engine, call: MockCall, seed: string | undefined): Promise<Answer> {
  const { operation } = call
  const { status, value } = await (seed === undefined
    ? engine.shown(operation)
    : engine.generated(operation, seed))
  return { status, value: echoed(call, value) }
}

// The interface writes codes as text in v2 and MPC answers, and as a number elsewhere.
function failure({ family }: MockOperation, code: number): Answer {
  const shown = family === 'v2' || family === 'mpc' ? String(code) : code
  return { status: 200, value: { code: shown, msg: meaningOf(family, code) ?? '' } }
}
