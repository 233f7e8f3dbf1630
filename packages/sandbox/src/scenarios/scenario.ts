// A scenario: control calls as YAML, read and checked before any of them runs.
import { nearestName } from '@custody-wallet/types/validate'
import type { Document } from 'yaml'

import { controlCalls } from '../generated/calls.ts'

/** A mistake in a scenario, with the place. */
export class ScenarioError extends TypeError {
  override readonly name: string = 'ScenarioError'
}

type ScenarioCall = keyof typeof controlCalls

/** One control call. */
export interface CallStep {
  readonly call: ScenarioCall
  readonly with: Readonly<Record<string, unknown>>
  /** Name under which later steps refer to its answer. */
  readonly as?: string
}

/** Steps that run several times; `${number}` counts from 1. */
interface RepeatedSteps {
  readonly repeat: number
  readonly steps: readonly Step[]
}

export type Step = CallStep | RepeatedSteps

export interface Scenario {
  readonly name: string
  /** What it shows, in one sentence. */
  readonly title: string
  readonly steps: readonly Step[]
  /** What to look at after it; may refer to answers. */
  readonly look: string
}

const mostRepeats = 1000

/** Reads a scenario. `place` names it in errors. */
export async function readScenario(text: string, place: string): Promise<Scenario> {
  // Only those who use scenarios load the reader.
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw new ScenarioError(`${place}: ${error.message.split('\n')[0] ?? ''}`)
  const root = membersOf(contentOf(document, place), place, {
    name: true,
    title: true,
    steps: true,
    look: true,
  })
  return {
    name: textOf(root['name'], `${place}: name`),
    title: textOf(root['title'], `${place}: title`),
    steps: stepsOf(root['steps'], `${place}: steps`),
    look: textOf(root['look'], `${place}: look`),
  }
}

function contentOf(document: Document, place: string): unknown {
  try {
    const content: unknown = document.toJS()
    checkEnds(content, place)
    return content
  } catch (error) {
    // Aliases without an anchor, or too many of them.
    if (error instanceof ReferenceError)
      throw new ScenarioError(`${place}: ${error.message}`, { cause: error })
    throw error
  }
}

/** Rejects content that contains itself. */
function checkEnds(content: unknown, place: string, outer: readonly unknown[] = []): void {
  if (typeof content !== 'object' || content === null) return
  if (outer.includes(content))
    throw new ScenarioError(`${place}: an alias stands for content that contains it: write that content out.`)
  for (const each of Object.values(content)) checkEnds(each, place, [...outer, content])
}

function stepsOf(value: unknown, place: string): readonly Step[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new ScenarioError(`${place} must be a list of calls.`)
  return value.map((step: unknown, at) => stepOf(step, `${place}[${at}]`))
}

function stepOf(value: unknown, place: string): Step {
  if (typeof value === 'object' && value !== null && 'repeat' in value) {
    const { repeat, steps } = membersOf(value, place, { repeat: true, steps: true })
    if (typeof repeat !== 'number' || !Number.isSafeInteger(repeat) || repeat < 1 || repeat > mostRepeats)
      throw new ScenarioError(`${place}.repeat must be a whole number from 1 to ${mostRepeats}.`)
    return { repeat, steps: stepsOf(steps, `${place}.steps`) }
  }
  const { call, with: given = {}, as } = membersOf(value, place, { call: true, with: false, as: false })
  const name = textOf(call, `${place}.call`)
  if (!isCall(name)) throw new ScenarioError(`${place}: there is no control call ${name}${nearTo(name)}`)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ScenarioError(`${place}.with must be the parameters of ${name}.`)
  return {
    call: name,
    with: Object.fromEntries(Object.entries(given)),
    ...(as !== undefined && { as: textOf(as, `${place}.as`) }),
  }
}

// A scenario changes rows, and does not replace them or call another scenario.
const isCall = (name: string): name is ScenarioCall =>
  Object.hasOwn(controlCalls, name) && !['reset', 'restore', 'snapshot', 'scenarios.run'].includes(name)

function nearTo(name: string): string {
  const near = nearestName(name, Object.keys(controlCalls))
  return near === undefined || near === name ? '.' : `; did you mean ${near}?`
}

function membersOf(
  value: unknown,
  place: string,
  known: Readonly<Record<string, boolean>>,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScenarioError(`${place} must have the members ${Object.keys(known).join(', ')}.`)
  const members: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value))
  const unknown = Object.keys(members).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined)
    throw new ScenarioError(
      `${place} has the unknown member ${unknown}; it may have ${Object.keys(known).join(', ')}.`,
    )
  const missing = Object.keys(known).find((name) => known[name] && !Object.hasOwn(members, name))
  if (missing !== undefined) throw new ScenarioError(`${place} has no ${missing}.`)
  return members
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new ScenarioError(`${place} must be a text.`)
}
