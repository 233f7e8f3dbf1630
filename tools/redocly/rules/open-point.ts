import { nearestName } from '../../../packages/types/src/validate/names.ts'
import type { OpenPoint } from '../document.ts'
import type { Draft, Rule } from '../model.ts'
import { type Finding, reportAll } from './finding.ts'
import { knobRoots } from './knobs.ts'
import { isKebab } from './texts.ts'

type Point = Draft<OpenPoint>
const checks: readonly ((point: Point) => readonly Finding[])[] = [
  misspelt,
  contradicting,
  fixed,
  incomplete,
  unknown,
  unended,
]

/** Marks of open points have ids of their own, and say what is assumed and how to change it, or that nothing is. */
export const openPoint: Rule = () => {
  const files = new Map<string, string>()
  return {
    OpenPoint: (point, context) => {
      const { id = '' } = point
      const findings = checks.flatMap((check) => check(point))
      reportAll([...repeated(id, files.get(id)), ...findings], context)
      files.set(id, context.location.source.absoluteRef)
    },
  }
}

function repeated(id: string, file: string | undefined): readonly Finding[] {
  if (!file) return []
  const name = file.slice(file.lastIndexOf('/') + 1)
  return [{ path: ['id'], message: `Give this open point another id: ${name} has one named ${id}.` }]
}

function misspelt({ id = '' }: Point): readonly Finding[] {
  if (isKebab(id)) return []
  return [{ path: ['id'], message: `Write the id of the open point ${id} in kebab case.` }]
}

const answers = ['assumed', 'knob', 'other'] as const

function contradicting(point: Point): readonly Finding[] {
  if (point.source !== 'open') return []
  return answers
    .filter((member) => point[member] !== undefined)
    .map((member) => ({
      path: [member],
      message: `Take ${member} away from ${point.id}, or name another source: open says that nothing is assumed.`,
    }))
}

function fixed({ knob, other, id = '' }: Point): readonly Finding[] {
  if (knob !== 'none' || other === undefined) return []
  return [{ path: ['other'], message: `Take other away from ${id}: without a knob there is no other value.` }]
}

function incomplete(point: Point): readonly Finding[] {
  if (point.source === 'open') return []
  return answers
    .filter((member) => point[member] === undefined)
    .filter((member) => member !== 'other' || point.knob !== 'none')
    .map((member) => ({
      path: [],
      message: `Give the open point ${point.id} the member ${member}, or the source open.`,
    }))
}

function unknown({ knob, id = '' }: Point): readonly Finding[] {
  if (knob === undefined || knob === 'none') return []
  const [root = ''] = knob.split('.')
  if (knobRoots.includes(root)) return []
  const near = nearestName(root, knobRoots)
  const known = near === undefined ? 'a name' : `${near} or another name`
  const message = `Let the knob of ${id} begin with ${known} in tools/redocly/rules/knobs.ts, not with ${root}.`
  return [{ path: ['knob'], message }]
}

// Besides sentences, a bare value or the names of several members will do.
const values = /^[a-z0-9_]+((, | and )[a-z0-9_]+)*$/

function unended(point: Point): readonly Finding[] {
  return textsOf(point)
    .filter(({ text }) => !text.endsWith('.') && !values.test(text))
    .map(({ path, text }) => ({ path, message: `End "${text}" with a full stop, or write a bare value.` }))
}

function textsOf({ what = '', assumed = '.' }: Point) {
  const own = { path: ['what'], text: what }
  if (typeof assumed === 'string') return [own, { path: ['assumed'], text: assumed }]
  return [own, ...Object.entries(assumed).map(([suite, text = '.']) => ({ path: ['assumed', suite], text }))]
}
