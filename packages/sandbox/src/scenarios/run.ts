// Runs the steps of a scenario.
import { toSentence, describeViolations, toViolations } from '@custody-wallet/server/core'
import { explainAs, type Shape } from '@custody-wallet/types/validate'

import { controlCalls, type ControlId } from '../generated/calls.ts'
import { type CallStep, type Scenario, ScenarioError, type ScenarioStep } from './scenario.ts'

/** Runs the calls of a scenario. */
export interface Player {
  /** Returns the time of the sandbox's clock. */
  readonly now: () => number
  readonly runCall: (id: ControlId, parameters: unknown) => Promise<unknown>
}

export interface ScenarioResult {
  readonly name: string
  /** Number of control calls. */
  readonly calls: number
  /** What to look at next. */
  readonly look: string
}

/**
 * Runs a scenario. If a step fails, earlier steps keep their effects: restoring the data would also undo concurrent
 * calls of merchants.
 */
export async function runScenario({ now, runCall }: Player, scenario: Scenario): Promise<ScenarioResult> {
  // Request ids with this time differ between runs.
  const responses = new Map<string, unknown>([['now', now()]])
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
        const response = await runStep(runCall, step, responses, stepLocation)
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
  runCall: Player['runCall'],
  { call, with: input }: CallStep,
  responses: ReadonlyMap<string, unknown>,
  location: string,
): Promise<unknown> {
  const parameters = resolveValue(input, responses, location)
  checkParameters(call, parameters, location)
  try {
    return await runCall(call, parameters)
  } catch (error) {
    // Add the step to the message, for the author of the scenario.
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

/**
 * Replaces references such as `${user.uid}` by fields of earlier responses. A string that is only a reference gets the
 * type of the field.
 */
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
    `${location} refers to \${${path}}, but no earlier response has this field. Use one of ${[...responses.keys()].join(', ')}, or name a response with "as".`,
  )
}
