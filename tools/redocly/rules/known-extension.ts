import { nearestName } from '../../../packages/types/src/validate/names.ts'
import { extensionNames, extensionsOf, placesOf } from '../extensions.ts'
import type { Rule, RuleContext } from '../model.ts'

/** Members that begin with `x-` are ours and stand where they mean something; Redocly itself lets any pass. */
export const knownExtension: Rule = () => ({
  any: { enter: check },
  ref: { enter: check },
})

function check(node: object, { type, location, report }: RuleContext): void {
  if (isMap(type)) return
  const known = extensionsOf(type.name)
  for (const name of Object.keys(node))
    if (name.startsWith('x-') && !known.includes(name))
      report({ message: complaint(name), location: location.child(name).key() })
}

// The members of a map, such as the properties of a schema, have names of any kind.
const isMap = (type: RuleContext['type']): boolean =>
  type.additionalProperties !== undefined && type.extensionsPrefix === undefined

function complaint(name: string): string {
  const places = placesOf(name)
  if (places.length > 0) return `Move ${name} to where it means something: ${places.join(', ')}.`
  const near = nearestName(name, extensionNames)
  if (near === undefined) return `Describe ${name} in tools/redocly/extensions.ts.`
  return `Write ${near} instead of ${name}, or describe ${name} in tools/redocly/extensions.ts.`
}
