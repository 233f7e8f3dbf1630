import type { Document } from '../../redocly/document.ts'
import { constant, lowerFirst } from './literal.ts'

/** One map per open value: what each known value means, whether it is final, and who says so. */
export function statesModule(contract: Document): string {
  const states = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    const known = schema['x-known-values']
    if (!known) return []
    const rows = known.map(({ value, ...rest }) => [String(value), rest] as const)
    return [[lowerFirst(name), Object.fromEntries(rows)] as const]
  })
  const single = states.map(
    ([name]) =>
      `/** Known values of \`${name}\`. */\nexport const ${name}: (typeof states)['${name}'] = states.${name}\n`,
  )
  const all = constant(
    'states',
    'Known values of every open number and text of the interface.',
    Object.fromEntries(states),
  )
  return [all, ...single].join('\n')
}
