// Control in this process rejects the same unknown fields as the control port: a misspelt field would have no effect. The
// calls themselves check the values.
import { explainAs, nearestName, type Shape } from '@custody-wallet/types/validate'

import { controlCalls } from '../generated/calls.ts'

const shapes: ReadonlyMap<string, Shape> = new Map(
  Object.values(controlCalls).map(({ id, shape }) => [id, shape]),
)

/** A group of calls, such as `users`, that reject unknown fields. */
export function checkedGroup<Group extends object>(name: string, group: Group): Group {
  const checked = { ...group }
  for (const [call, run] of Object.entries(group)) {
    const shape = shapes.get(`${name}.${call}`)
    if (shape && typeof run === 'function')
      Reflect.set(checked, call, checkedCall(`${name}.${call}`, shape, run))
  }
  return checked
}

type Run = (...given: readonly unknown[]) => unknown

const checkedCall =
  (id: string, shape: Shape, run: Run): Run =>
  (...given) => {
    const [first] = given
    const unknown = isParameters(first) && explainAs(shape, first).find(({ rule }) => rule === 'unknown')
    return unknown ? Promise.reject(unknownField(id, shape, unknown.pointer)) : run(...given)
  }

// A few calls take numbers or texts instead.
const isParameters = (value: unknown): value is object => typeof value === 'object' && value !== null

function unknownField(id: string, shape: Shape, pointer: string): TypeError {
  const path = pointer.slice(1).split('/')
  const known = Object.keys(shapeAt(shape, path.slice(0, -1)).properties ?? {})
  const near = nearestName(path.at(-1) ?? '', known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return new TypeError(`${id} has no field ${path.join('.')}.${hint} It takes ${known.join(', ') || 'none'}.`)
}

/** The description of the part of the parameters at a path. */
const shapeAt = (shape: Shape, path: readonly string[]): Shape =>
  path.reduce((at, name) => at.properties?.[name] ?? at.items ?? {}, shape)
