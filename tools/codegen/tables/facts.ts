import { type Document, type Family, families } from '../../redocly/document.ts'
import { placedPoints } from '../open-points.ts'

/** Source text of an exported constant. */
export const constant = (name: string, comment: string, value: unknown): string =>
  `/** ${comment} */\nexport const ${name} = ${literal(value)} as const\n`

/** Source text of a value, with unquoted member names where possible. */
export const literal = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(/^( *)"([A-Za-z_$][\w$]*|0|[1-9]\d*)":/gm, '$1$2:')

/** A name with its first letter in lower case. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Codes of every family with their meaning. The same number may have another meaning in another family. */
export function codesModule(contract: Document): string {
  const tables = families.map((family) => [family, tableOf(family, contract)] as const)
  return constant('codes', 'Known codes of answers, by family and code.', Object.fromEntries(tables))
}

function tableOf(family: Family, contract: Document): Readonly<Record<string, unknown>> {
  const table = contract['x-codes']?.[family]
  if (!table) throw new TypeError(`x-codes has no table for the family ${family}. Add one to the contract.`)
  const own = table.codes.map(({ code, ...rest }) => [String(code), rest] as const)
  return { ...(table.includes && tableOf(table.includes, contract)), ...Object.fromEntries(own) }
}

/** Known values of each open number or text: meaning, finality and source. */
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

/** The open points as data. */
export function openPointsModule(contract: Document): string {
  const rows = placedPoints(contract).map(({ id, ...rest }) => [id, rest] as const)
  return constant(
    'openPoints',
    'What the interface does not show, by the id of the open point.',
    Object.fromEntries(rows),
  )
}
