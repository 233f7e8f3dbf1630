// Runs the steps of a scenario, one after the other.
import { sentence, sentenceOf, violationsOf } from '@custody-wallet/server/core'
import { explainAs, type Shape } from '@custody-wallet/types/validate'

import { type ControlId, runCall } from '../control/calls.ts'
import type { Control } from '../control/control.ts'
import { controlCalls } from '../generated/calls.ts'
import { type CallStep, type Scenario, ScenarioError, type Step } from './scenario.ts'

/** What a scenario made. */
export interface ScenarioResult {
  readonly name: string
  /** Control calls that it made. */
  readonly calls: number
  /** What to look at now. */
  readonly look: string
}

/**
 * Runs a scenario. If a step fails, those before it keep their effects: going back to earlier rows would also undo what
 * merchants did meanwhile.
 */
export async function runScenario(control: Control, scenario: Scenario): Promise<ScenarioResult> {
  // Request ids that contain the moment differ from those of an earlier run.
  const answers = new Map<string, unknown>([['now', control.time.now()]])
  let calls = 0
  async function runAll(steps: readonly Step[], place: string): Promise<void> {
    for (const [at, step] of steps.entries()) {
      const here = `${place}[${at}]`
      if ('repeat' in step)
        for (let number = 1; number <= step.repeat; number += 1) {
          answers.set('number', number)
          await runAll(step.steps, `${here}.steps`)
        }
      else {
        const answer = await runStep(control, step, answers, here)
        calls += 1
        if (step.as !== undefined) answers.set(step.as, answer)
      }
    }
  }
  await runAll(scenario.steps, `${scenario.name}: steps`)
  return {
    name: scenario.name,
    calls,
    look: String(resolved(scenario.look, answers, `${scenario.name}: look`)),
  }
}

async function runStep(
  control: Control,
  { call, with: given }: CallStep,
  answers: ReadonlyMap<string, unknown>,
  place: string,
): Promise<unknown> {
  const parameters = resolved(given, answers, place)
  checkParameters(call, parameters, place)
  try {
    return await runCall(control, call, parameters)
  } catch (error) {
    // What the call says is for those who wrote the scenario.
    if (!(error instanceof Error)) throw error
    throw new ScenarioError(`${place} (${call}): ${error.message}`, { cause: error })
  }
}

function checkParameters(call: ControlId, parameters: unknown, place: string): void {
  const { method, shape }: { readonly method: 'GET' | 'POST'; readonly shape: Shape } = controlCalls[call]
  const issues = explainAs(shape, parameters)
  if (issues.length === 0) return
  const violations = violationsOf(issues, method, Object.keys(shape.properties ?? {}))
  throw new ScenarioError(`${place} (${call}): ${sentence(sentenceOf(violations))}`)
}

/** Replaces references such as `${user.uid}` by members of earlier answers. A text that is one reference gets its type. */
function resolved(value: unknown, answers: ReadonlyMap<string, unknown>, place: string): unknown {
  if (typeof value === 'string') {
    const [, only] = /^\$\{([^}]+)\}$/.exec(value) ?? []
    if (only !== undefined) return referred(only, answers, place)
    return value.replaceAll(/\$\{([^}]+)\}/g, (_all, path: string) => String(referred(path, answers, place)))
  }
  if (Array.isArray(value)) return value.map((each) => resolved(each, answers, place))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolved(each, answers, place)]),
  )
}

function referred(path: string, answers: ReadonlyMap<string, unknown>, place: string): unknown {
  const [name = '', ...members] = path.split('.')
  let value = answers.get(name)
  for (const member of members)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, member)
        ? Object.entries(value).find(([key]) => key === member)?.[1]
        : undefined
  if (value !== undefined) return value
  throw new ScenarioError(
    `${place} refers to \${${path}}, but no earlier answer has it. Earlier steps give ${[...answers.keys()].join(', ')}: use one of these, or name an answer with "as".`,
  )
}
