import { findNearestName } from '../../../packages/types/src/validate/names.ts'
import type { OpenPoint } from '../document.ts'
import { extensionNames, listExtensions, listNodeTypes } from '../extensions.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { type Finding, isKebab, reportAll } from './nodes.ts'

type Point = Draft<OpenPoint>
const checks: readonly ((point: Point) => readonly Finding[])[] = [
  checkSpelling,
  checkContradiction,
  checkFixed,
  checkCompleteness,
  checkSetting,
  checkFullStops,
]

/** Open points have unique ids. They say what is assumed and which setting changes it, or that nothing is assumed. */
export const openPoint: Rule = () => {
  const files = new Map<string, string>()
  return {
    OpenPoint: (point, context) => {
      const { id = '' } = point
      const findings = checks.flatMap((check) => check(point))
      reportAll([...findDuplicate(id, files.get(id)), ...findings], context)
      files.set(id, context.location.source.absoluteRef)
    },
  }
}

function findDuplicate(id: string, file: string | undefined): readonly Finding[] {
  if (!file) return []
  const name = file.slice(file.lastIndexOf('/') + 1)
  return [{ path: ['id'], message: `Give this open point another id: ${name} has one named ${id}.` }]
}

function checkSpelling({ id = '' }: Point): readonly Finding[] {
  if (isKebab(id)) return []
  return [{ path: ['id'], message: `Write the id of the open point ${id} in kebab case.` }]
}

const assumptionFields = ['assumed', 'setting', 'other'] as const

function checkContradiction(point: Point): readonly Finding[] {
  if (point.source !== 'open') return []
  return assumptionFields
    .filter((field) => point[field] !== undefined)
    .map((field) => ({
      path: [field],
      message: `Remove ${field} from ${point.id}, or name another source: open means that nothing is assumed.`,
    }))
}

function checkFixed({ setting, other, id = '' }: Point): readonly Finding[] {
  if (setting !== 'none' || other === undefined) return []
  return [{ path: ['other'], message: `Remove other from ${id}: without a setting there is no other value.` }]
}

function checkCompleteness(point: Point): readonly Finding[] {
  if (point.source === 'open') return []
  return assumptionFields
    .filter((field) => point[field] === undefined)
    .filter((field) => field !== 'other' || point.setting !== 'none')
    .map((field) => ({
      path: [],
      message: `Give the open point ${point.id} the field ${field}, or the source open.`,
    }))
}

function checkSetting({ setting, id = '' }: Point): readonly Finding[] {
  if (setting === undefined || setting === 'none') return []
  const [root = ''] = setting.split('.')
  if (settingRoots.includes(root)) return []
  const message = `Start the setting of ${id} with ${findNearestName(root, settingRoots) ?? 'a field of a profile'}, not with ${root}; the list is in tools/redocly/rules/marks.ts.`
  return [{ path: ['setting'], message }]
}

// A bare value, or the names of several fields, needs no full stop.
const values = /^[a-z0-9_]+((, | and )[a-z0-9_]+)*$/

function checkFullStops(point: Point): readonly Finding[] {
  return listTexts(point)
    .filter(({ text }) => !text.endsWith('.') && !values.test(text))
    .map(({ path, text }) => ({ path, message: `End "${text}" with a full stop, or write a bare value.` }))
}

function listTexts({ what = '', assumed = '.' }: Point) {
  const own = { path: ['what'], text: what }
  if (typeof assumed === 'string') return [own, { path: ['assumed'], text: assumed }]
  return [own, ...Object.entries(assumed).map(([suite, text = '.']) => ({ path: ['assumed', suite], text }))]
}

// Fields of a profile that a setting may start with.
const settingRoots: readonly string[] =
  'responses batch blankResponse codes consume cursor fees filled finality meanings names numbers party pushWhen retry segments suite time token transport unknownFields'.split(
    ' ',
  )

/** Only our extensions are used, on the nodes that they belong to; Redocly itself accepts any. */
export const knownExtension: Rule = () => ({
  any: { enter: check },
  ref: { enter: check },
})

function check(node: object, { type, location, report }: RuleContext): void {
  if (isMap(type)) return
  const known = listExtensions(type.name)
  for (const name of Object.keys(node))
    if (name.startsWith('x-') && !known.includes(name))
      report({ message: describeExtensionFault(name), location: location.child(name).key() })
}

// The fields of a map, such as the properties of a schema, may have any name.
const isMap = (type: RuleContext['type']): boolean =>
  type.additionalProperties !== undefined && type.extensionsPrefix === undefined

function describeExtensionFault(name: string): string {
  const nodeTypes = listNodeTypes(name)
  if (nodeTypes.length > 0) return `Move ${name} to a node that it belongs to: ${nodeTypes.join(', ')}.`
  const best = findNearestName(name, extensionNames)
  return `${best ? `Write ${best} instead of ${name}, or describe` : 'Remove or describe'} ${name} in tools/redocly/extensions.ts.`
}
