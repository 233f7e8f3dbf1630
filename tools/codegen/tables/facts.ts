import { type Document, type Family, families } from '../../redocly/document.ts'
import { listPlacedPoints } from '../open-points.ts'

/** Source text of an exported constant. */
export const formatConstant = (name: string, comment: string, value: unknown): string =>
  `/** ${comment} */\nexport const ${name} = ${formatLiteral(value)} as const\n`

/** Source text of a value, with unquoted field names where possible. */
export const formatLiteral = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(/^( *)"([A-Za-z_$][\w$]*|0|[1-9]\d*)":/gm, '$1$2:')

/** A name with its first letter in lower case. */
export const toLowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Codes of every family with their meaning. The same number may have another meaning in another family. */
export function createCodesModule(contract: Document): string {
  const tables = families.map((family) => [family, createTable(family, contract)] as const)
  return formatConstant('codes', 'Known codes of responses, by family and code.', Object.fromEntries(tables))
}

function createTable(family: Family, contract: Document): Readonly<Record<string, unknown>> {
  const table = contract['x-codes']?.[family]
  if (!table) throw new TypeError(`x-codes has no table for the family ${family}. Add one to the contract.`)
  const own = table.codes.map(({ code, ...rest }) => [String(code), rest] as const)
  return { ...(table.includes && createTable(table.includes, contract)), ...Object.fromEntries(own) }
}

/** Known values of each open number or text: meaning, finality and source. */
export function createStatesModule(contract: Document): string {
  const states = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    const known = schema['x-known-values']
    if (!known) return []
    const rows = known.map(({ value, ...rest }) => [String(value), rest] as const)
    return [[toLowerFirst(name), Object.fromEntries(rows)] as const]
  })
  const single = states.map(
    ([name]) =>
      `/** Known values of \`${name}\`. */\nexport const ${name}: (typeof states)['${name}'] = states.${name}\n`,
  )
  const all = formatConstant('states', 'Known values of every open list of the interface.', Object.fromEntries(states))
  return [all, ...single].join('\n')
}

/** The open points as data. */
export function createOpenPointsModule(contract: Document): string {
  const rows = listPlacedPoints(contract).map(({ id, ...rest }) => [id, rest] as const)
  return formatConstant(
    'openPoints',
    'Open points: what the interface leaves undocumented, by id.',
    Object.fromEntries(rows),
  )
}
