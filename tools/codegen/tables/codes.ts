import { type Document, families, type Family } from '../../redocly/document.ts'
import { constant } from './literal.ts'

/** Codes of every family, with what they mean and who says so. The same number means different things in two families. */
export function codesModule(contract: Document): string {
  const tables = families.map((family) => [family, tableOf(family, contract)] as const)
  return constant('codes', 'Known codes of answers, by family and code.', Object.fromEntries(tables))
}

function tableOf(family: Family, contract: Document): Readonly<Record<string, unknown>> {
  const table = contract['x-codes']?.[family]
  if (!table) throw new TypeError(`x-codes lacks the family ${family}.`)
  const own = table.codes.map(({ code, meaning, source }) => [String(code), { meaning, source }] as const)
  return { ...(table.includes && tableOf(table.includes, contract)), ...Object.fromEntries(own) }
}
