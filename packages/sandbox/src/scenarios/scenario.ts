// Reads a scenario: control calls as YAML, which are checked before the first one runs.
import { findNearestName, isObject } from '@custody-wallet/types/validate'
import type { Document } from 'yaml'

import { controlCalls } from '../generated/calls.ts'

/** An error in a scenario, with its location. */
export class ScenarioError extends TypeError {
  override readonly name: string = 'ScenarioError'
}

type ScenarioCall = keyof typeof controlCalls

export interface CallStep {
  readonly call: ScenarioCall
  readonly with: Readonly<Record<string, unknown>>
  /** Name of its response for later steps. */
  readonly as?: string
}

/** Steps that run several times. `${number}` counts from 1. */
interface RepeatedSteps {
  readonly repeat: number
  readonly steps: readonly ScenarioStep[]
}

export type ScenarioStep = CallStep | RepeatedSteps

export interface Scenario {
  readonly name: string
  /** One sentence that describes the scenario. */
  readonly title: string
  readonly steps: readonly ScenarioStep[]
  /** What to look at next. May refer to responses. */
  readonly look: string
}

const maxRepeats = 1000

/** Reads a scenario. Errors begin with `location`. */
export async function readScenario(text: string, location: string): Promise<Scenario> {
  // Load the YAML parser only if a scenario is used.
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw new ScenarioError(`${location}: ${error.message.split('\n')[0] ?? ''}`)
  const root = readFields(readContent(document, location), location, {
    name: true,
    title: true,
    steps: true,
    look: true,
  })
  return {
    name: checkText(root['name'], `${location}: name`),
    title: checkText(root['title'], `${location}: title`),
    steps: parseSteps(root['steps'], `${location}: steps`),
    look: checkText(root['look'], `${location}: look`),
  }
}

function readContent(document: Document, location: string): unknown {
  try {
    const content: unknown = document.toJS()
    checkAliases(content, location)
    return content
  } catch (error) {
    // An alias has no anchor, or there are too many aliases.
    if (error instanceof ReferenceError) throw new ScenarioError(`${location}: ${error.message}`, { cause: error })
    throw error
  }
}

/** Rejects aliases of content that contains them. */
function checkAliases(content: unknown, location: string, outer: readonly unknown[] = []): void {
  if (typeof content !== 'object' || content === null) return
  if (outer.includes(content))
    throw new ScenarioError(`${location}: an alias refers to content that contains it. Write the content out instead.`)
  for (const each of Object.values(content)) checkAliases(each, location, [...outer, content])
}

function parseSteps(value: unknown, location: string): readonly ScenarioStep[] {
  if (!Array.isArray(value) || value.length === 0) throw new ScenarioError(`${location} must be a list of calls.`)
  return value.map((step: unknown, at) => parseStep(step, `${location}[${at}]`))
}

function parseStep(value: unknown, location: string): ScenarioStep {
  if (typeof value === 'object' && value !== null && 'repeat' in value) {
    const { repeat, steps } = readFields(value, location, { repeat: true, steps: true })
    if (typeof repeat !== 'number' || !Number.isSafeInteger(repeat) || repeat < 1 || repeat > maxRepeats)
      throw new ScenarioError(`${location}.repeat must be an integer from 1 to ${maxRepeats}.`)
    return { repeat, steps: parseSteps(steps, `${location}.steps`) }
  }
  const { call, with: input = {}, as } = readFields(value, location, { call: true, with: false, as: false })
  const name = checkText(call, `${location}.call`)
  if (!isCall(name)) throw new ScenarioError(`${location}: there is no control call ${name}${suggestCall(name)}`)
  if (!isObject(input)) throw new ScenarioError(`${location}.with must be the parameters of ${name}.`)
  return {
    call: name,
    with: Object.fromEntries(Object.entries(input)),
    ...(as !== undefined && { as: checkText(as, `${location}.as`) }),
  }
}

// A scenario must not replace all data or run another scenario.
const isCall = (name: string): name is ScenarioCall =>
  Object.hasOwn(controlCalls, name) && !['reset', 'restore', 'snapshot', 'scenarios.run'].includes(name)

function suggestCall(name: string): string {
  const nearest = findNearestName(name, Object.keys(controlCalls))
  return nearest === undefined || nearest === name ? '.' : `; did you mean ${nearest}?`
}

function readFields(
  value: unknown,
  location: string,
  known: Readonly<Record<string, boolean>>,
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new ScenarioError(`${location} must have the fields ${Object.keys(known).join(', ')}.`)
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value))
  const unknownName = Object.keys(fields).find((name) => !Object.hasOwn(known, name))
  if (unknownName !== undefined)
    throw new ScenarioError(
      `${location} has the unknown field ${unknownName}; it may have ${Object.keys(known).join(', ')}.`,
    )
  const missingName = Object.keys(known).find((name) => known[name] && !Object.hasOwn(fields, name))
  if (missingName !== undefined) throw new ScenarioError(`${location} has no ${missingName}.`)
  return fields
}

function checkText(value: unknown, location: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new ScenarioError(`${location} must be a string.`)
}
