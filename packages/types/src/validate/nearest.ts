// Where a value may have one of several forms, the form that it nearly has says what is wrong.
import { shapes } from '../generated/shapes.ts'
import { type Issue, issue } from './issues.ts'
import type { Shape } from './shape.ts'

/** A form that a value does not have, and why. */
export interface Misfit {
  readonly form: Shape
  readonly issues: readonly Issue[]
}

/** The issues of the nearest form. What the other forms do not ask for names the form that does. */
export function nearestIssues(misfits: readonly Misfit[], pointer: string): readonly Issue[] {
  const distances = misfits.map(({ issues }) => distanceOf(issues, pointer))
  const least = Math.min(...distances)
  const nearest = misfits[distances.indexOf(least)]
  const forms = misfits.map(({ form }) => resolved(form))
  if (!nearest || least === Number.POSITIVE_INFINITY) return [issue(pointer, 'type', { anyOf: forms })]
  const { title } = resolved(nearest.form)
  return nearest.issues.map((each) => {
    const isMember = levelsOf(each, pointer) === 1 && each.rule !== 'unknown'
    if (!isMember || title === undefined) return each
    if (!misfits.every(({ issues }) => issues.some((other) => isSame(each, other))))
      return { ...each, message: `${each.message} for "${title}"` }
    const members = forms.map((form) => memberOf(form, each.pointer.slice(pointer.length + 1)))
    // A member that is fixed in every form tells them apart: its values are the choice.
    const isSelector = members.every((member) => member.const !== undefined)
    return isSelector ? issue(each.pointer, each.rule, { anyOf: members }) : each
  })
}

const isSame = (one: Issue, other: Issue): boolean => one.pointer === other.pointer && one.rule === other.rule

/** A member of a form, under the title of the form. */
const memberOf = ({ title = '', properties = {} }: Shape, name: string): Shape => ({
  ...resolved(properties[name] ?? {}),
  title,
})

const resolved = (shape: Shape): Shape => (shape.ref ? resolved(shapes[shape.ref]) : shape)

// Issues further down do not count: a success with wrong records is nearer to a success than to a failure.
const distanceOf = (issues: readonly Issue[], pointer: string): number =>
  issues.reduce((sum, each) => sum + (distances[levelsOf(each, pointer)]?.(each) ?? 0), 0)

// A value of another type is the farthest. A fixed member with another value, such as a code, outweighs all others.
const distances: readonly ((each: Issue) => number)[] = [
  ({ rule }) => (rule === 'type' ? Number.POSITIVE_INFINITY : 1),
  ({ rule }) => (rule === 'choice' ? 1000 : 1),
]

const levelsOf = (each: Issue, pointer: string): number =>
  each.pointer.slice(pointer.length).split('/').length - 1
