import { type CodeTable, families, type Family, type Reference } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { type Finding, reportAll } from './finding.ts'
import { follow, type Found } from './places.ts'

type Tables = Draft<Readonly<Record<Family, CodeTable | Reference>>>
type Code = number | string

const kinds = { token: 'number', v2: 'string', mpc: 'string', v1: 'number' } as const
const words = { number: 'number', string: 'text' } as const

/** Codes have the type of their family and one meaning each; the interface itself explains none but the success. */
export const codeTable: Rule = () => ({
  CodeTables: (tables, context) => {
    for (const family of families) checkTable(family, tables, context)
  },
})

function checkTable(family: Family, tables: Tables, context: RuleContext): void {
  const { node, location } = tableOf(family, tables, context)
  const known = new Set(inherited(family, tables, context))
  for (const [index, { code = '', source }] of (node?.codes ?? []).entries()) {
    const findings = complaints({ code, family, source, known })
    reportAll(findings, { location: location.child(['codes', index]), report: context.report })
    known.add(code)
  }
}

function tableOf(family: Family, tables: Tables, context: RuleContext): Found<CodeTable> {
  return follow<CodeTable>(tables[family], context.location.child(family), context)
}

function inherited(family: Family, tables: Tables, context: RuleContext): readonly Code[] {
  const chain = new Map([[family, tableOf(family, tables, context).node]])
  for (const [, table] of chain)
    if (table?.includes && !chain.has(table.includes))
      chain.set(table.includes, tableOf(table.includes, tables, context).node)
  chain.delete(family)
  return [...chain.values()].flatMap((table) => table?.codes?.flatMap(({ code }) => code ?? []) ?? [])
}

interface Entry {
  readonly code: Code
  readonly family: Family
  readonly source: string | undefined
  readonly known: ReadonlySet<Code>
}

function* complaints({ code, family, source, known }: Entry): Generator<Finding> {
  const kind = kinds[family]
  if (typeof code !== kind)
    yield { path: ['code'], message: `Write the code ${code} as a ${words[kind]}: ${family} answers do.` }
  if (known.has(code))
    yield { path: ['code'], message: `List the code ${code} once: the table of ${family} has it already.` }
  if (source === 'interface' && String(code) !== '0')
    yield {
      path: ['source'],
      message: `Name another source for the code ${code}: the interface explains 0 alone.`,
    }
}
