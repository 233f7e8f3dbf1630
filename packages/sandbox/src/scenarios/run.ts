// Runs the steps of a scenario, one after the other.
import { toSentence, describeViolations, toViolations } from '@custody-wallet/server/core'
import { explainAs, type Shape } from '@custody-wallet/types/validate'

import { type ControlId, runCall } from '../control/calls.ts'
import type { Control } from '../control/control.ts'
import { controlCalls } from '../generated/calls.ts'
import { type CallStep, type Scenario, ScenarioError, type ScenarioStep } from './scenario.ts'

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
  const responses = new Map<string, unknown>([['now', control.time.now()]])
  let calls = 0
  async function runAll(steps: readonly ScenarioStep[], location: string): Promise<void> {
    for (const [at, step] of steps.entries()) {
      const stepLocation = `${location}[${at}]`
      if ('repeat' in step)
        for (let number = 1; number <= step.repeat; number += 1) {
          responses.set('number', number)
          await runAll(step.steps, `${stepLocation}.steps`)
        }
      else {
        const response = await runStep(control, step, responses, stepLocation)
        calls += 1
        if (step.as !== undefined) responses.set(step.as, response)
      }
    }
  }
  await runAll(scenario.steps, `${scenario.name}: steps`)
  return {
    name: scenario.name,
    calls,
    look: String(resolveValue(scenario.look, responses, `${scenario.name}: look`)),
  }
}

async function runStep(
  control: Control,
  { call, with: input }: CallStep,
  responses: ReadonlyMap<string, unknown>,
  location: string,
): Promise<unknown> {
  const parameters = resolveValue(input, responses, location)
  checkParameters(call, parameters, location)
  try {
    return await runCall(control, call, parameters)
  } catch (error) {
    // What the call says is for those who wrote the scenario.
    if (!(error instanceof Error)) throw error
    throw new ScenarioError(`${location} (${call}): ${error.message}`, { cause: error })
  }
}

function checkParameters(call: ControlId, parameters: unknown, location: string): void {
  const { method, shape }: { readonly method: 'GET' | 'POST'; readonly shape: Shape } = controlCalls[call]
  const issues = explainAs(shape, parameters)
  if (issues.length === 0) return
  const violations = toViolations(issues, method, Object.keys(shape.properties ?? {}))
  throw new ScenarioError(`${location} (${call}): ${toSentence(describeViolations(violations))}`)
}

/** Replaces references such as `${user.uid}` by fields of earlier responses. A text that is one reference gets its type. */
function resolveValue(value: unknown, responses: ReadonlyMap<string, unknown>, location: string): unknown {
  if (typeof value === 'string') {
    const [, reference] = /^\$\{([^}]+)\}$/.exec(value) ?? []
    if (reference !== undefined) return resolveReference(reference, responses, location)
    return value.replaceAll(/\$\{([^}]+)\}/g, (_all, path: string) =>
      String(resolveReference(path, responses, location)),
    )
  }
  if (Array.isArray(value)) return value.map((each) => resolveValue(each, responses, location))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolveValue(each, responses, location)]),
  )
}

function resolveReference(path: string, responses: ReadonlyMap<string, unknown>, location: string): unknown {
  const [name = '', ...fields] = path.split('.')
  let value = responses.get(name)
  for (const field of fields)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, field)
        ? Object.entries(value).find(([key]) => key === field)?.[1]
        : undefined
  if (value !== undefined) return value
  throw new ScenarioError(
    `${location} refers to \${${path}}, but no earlier response has it. Earlier steps give ${[...responses.keys()].join(', ')}: use one of these, or name a response with "as".`,
  )
}
