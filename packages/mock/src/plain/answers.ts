import type { MockOperation } from '../description/operations.ts'
import type { Answer, Engine } from '../prism/engine.ts'
import { echoed, type MockCall } from './echo.ts'
import { isFailure, meaningOf, type Preference } from './prefer.ts'
import type { Whims } from './whims.ts'

interface Source {
  readonly engine: Engine
  readonly whims: Whims
}

/** The answer that a call gets under a preference and the whims of the run. */
export async function answerOf(source: Source, call: MockCall, preference: Preference): Promise<Answer> {
  const { status, text } = await chosen(source, call.operation, preference)
  return { status, text: echoed(call, text) }
}

async function chosen(
  { engine, whims }: Source,
  operation: MockOperation,
  { example, code, dynamic = false }: Preference,
): Promise<Answer> {
  if (code !== undefined && !isFailure(code)) return failure(operation, code)
  if (example !== undefined) return engine.shown(operation, example)
  const failing = operation.answers.some(({ name }) => name === 'failure') && whims.fails()
  if (failing) return engine.shown(operation, 'failure')
  return dynamic ? engine.madeUp(operation, whims.next()) : engine.shown(operation)
}

// As the interface writes them: text in v2 and MPC answers, a number elsewhere.
function failure({ family }: MockOperation, code: number): Answer {
  const shown = family === 'v2' || family === 'mpc' ? String(code) : code
  return { status: 200, text: JSON.stringify({ code: shown, msg: meaningOf(family, code) ?? '' }) }
}
