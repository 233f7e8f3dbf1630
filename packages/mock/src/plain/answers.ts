import type { MockOperation } from '../description/operations.ts'
import type { Answer, Engine } from '../prism/engine.ts'
import { echoed, type MockCall } from './echo.ts'
import type { Faults } from './faults.ts'
import { isFailure, meaningOf, type Preference } from './prefer.ts'

interface Source {
  readonly engine: Engine
  readonly faults: Faults
}

/** The answer to a call, by its preference and the faults of the run. */
export async function answerOf(source: Source, call: MockCall, preference: Preference): Promise<Answer> {
  const { status, value } = await chosen(source, call.operation, preference)
  return { status, value: echoed(call, value) }
}

async function chosen(
  { engine, faults }: Source,
  operation: MockOperation,
  { example, code, dynamic = false }: Preference,
): Promise<Answer> {
  if (code !== undefined && !isFailure(code)) return failure(operation, code)
  if (example !== undefined) return engine.shown(operation, example)
  const failing = operation.answers.some(({ name }) => name === 'failure') && faults.fails()
  if (failing) return engine.shown(operation, 'failure')
  return dynamic ? engine.generated(operation, faults.nextSeed()) : engine.shown(operation)
}

// The interface writes codes as text in v2 and MPC answers, and as a number elsewhere.
function failure({ family }: MockOperation, code: number): Answer {
  const shown = family === 'v2' || family === 'mpc' ? String(code) : code
  return { status: 200, value: { code: shown, msg: meaningOf(family, code) ?? '' } }
}
