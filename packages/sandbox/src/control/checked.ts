// Control in this process rejects unknown fields like the control port does, because a misspelt field would have no
// effect. The calls check the values.
import { explainAs, findNearestName, type Shape } from '@custody-wallet/types/validate'

import { controlCalls } from '../generated/calls.ts'
import type { ControlContext } from './context.ts'

const shapes: ReadonlyMap<string, Shape> = new Map(Object.values(controlCalls).map(({ id, shape }) => [id, shape]))

/**
 * Creates a group of calls, such as `users`. Its calls reject unknown fields, and run with their id as the cause.
 */
export function createGroup<Group extends object>(
  name: string,
  create: (context: ControlContext) => Group,
  createContext: (id: string) => ControlContext,
): Group {
  const group = create(createContext(name))
  for (const call of Object.keys(group)) {
    const id = `${name}.${call}`
    const ownGroup: object = create(createContext(id))
    const run = Reflect.get(ownGroup, call)
    const shape = shapes.get(id)
    if (shape && typeof run === 'function') Reflect.set(group, call, wrapCall(id, shape, run))
  }
  return group
}

type CallFunction = (...input: readonly unknown[]) => unknown

const wrapCall =
  (id: string, shape: Shape, run: CallFunction): CallFunction =>
  (...input) => {
    const [first] = input
    const unknownIssue = isParameters(first) && explainAs(shape, first).find(({ rule }) => rule === 'unknown')
    return unknownIssue ? Promise.reject(createUnknownFieldError(id, shape, unknownIssue.pointer)) : run(...input)
  }

// A few calls accept numbers or strings instead.
const isParameters = (value: unknown): value is object => typeof value === 'object' && value !== null

function createUnknownFieldError(id: string, shape: Shape, pointer: string): TypeError {
  const path = pointer.slice(1).split('/')
  const knownNames = Object.keys(findShape(shape, path.slice(0, -1)).properties ?? {})
  const nearest = findNearestName(path.at(-1) ?? '', knownNames)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return new TypeError(`${id} has no field ${path.join('.')}.${hint} Its fields: ${knownNames.join(', ') || 'none'}.`)
}

/** Finds the description of the parameters at a path. */
const findShape = (shape: Shape, path: readonly string[]): Shape =>
  path.reduce((at, name) => at.properties?.[name] ?? at.items ?? {}, shape)
