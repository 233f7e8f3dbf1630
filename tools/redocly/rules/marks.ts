import { nearestName } from '../../../packages/types/src/validate/names.ts'
import type { OpenPoint } from '../document.ts'
import { extensionNames, extensionsOf, placesOf } from '../extensions.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { type Finding, isKebab, reportAll } from './nodes.ts'

type Point = Draft<OpenPoint>
const checks: readonly ((point: Point) => readonly Finding[])[] = [
  misspelt,
  contradicting,
  fixed,
  incomplete,
  unknown,
  unended,
]

/** Open points have unique ids. They say what is assumed and which knob changes it, or that nothing is assumed. */
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
      message: `Remove ${member} from ${point.id}, or name another source: open means that nothing is assumed.`,
    }))
}

function fixed({ knob, other, id = '' }: Point): readonly Finding[] {
  if (knob !== 'none' || other === undefined) return []
  return [{ path: ['other'], message: `Remove other from ${id}: without a knob there is no other value.` }]
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
  const message = `Start the knob of ${id} with ${nearestName(root, knobRoots) ?? 'a member of a profile'}, not with ${root}; the list is in tools/redocly/rules/marks.ts.`
  return [{ path: ['knob'], message }]
}

// A bare value, or the names of several members, needs no full stop.
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

// Members of a profile that a knob may start with.
const knobRoots: readonly string[] =
  'answers batch blankAnswer codes consume cursor fees filled finality meanings names numbers party poolRule retry segments suite time token transport unknownMembers'.split(
    ' ',
  )

/** Only our extensions are used, on the nodes that they belong to; Redocly itself accepts any. */
export const knownExtension: Rule = () => ({
  any: { enter: check },
  ref: { enter: check },
})

function check(node: object, { type, location, report }: RuleContext): void {
  if (isMap(type)) return
  const known = extensionsOf(type.name)
  for (const name of Object.keys(node))
    if (name.startsWith('x-') && !known.includes(name))
      report({ message: extensionFault(name), location: location.child(name).key() })
}

// The members of a map, such as the properties of a schema, may have any name.
const isMap = (type: RuleContext['type']): boolean =>
  type.additionalProperties !== undefined && type.extensionsPrefix === undefined

function extensionFault(name: string): string {
  const places = placesOf(name)
  if (places.length > 0) return `Move ${name} to a node that it belongs to: ${places.join(', ')}.`
  const best = nearestName(name, extensionNames)
  return `${best ? `Write ${best} instead of ${name}, or describe` : 'Remove or describe'} ${name} in tools/redocly/extensions.ts.`
}
