import {
  type Code,
  type CodeTable,
  type Family,
  type KnownValue,
  type Reference,
  type Schema,
  families,
} from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { type Finding, type Found, follow, reportAll } from './nodes.ts'

const list = 'x-known-values'

type Check = (schema: Draft<Schema>) => readonly Finding[]
const checks: readonly Check[] = [
  outOfOrder,
  sameMeaning,
  withoutFinality,
  withoutAdvice,
  notListed,
  notInEnum,
  withoutNames,
]

/** Lists of known values are sorted, with distinct meanings and advice on states, and match the enum of values that the interface explains. */
export const knownValues: Rule = () => {
  const branches = new Set<Draft<Schema>>()
  return {
    Schema: (schema, context) => {
      for (const branch of schema.anyOf ?? []) branches.add(branch)
      // An alternative has its list in the schema around it.
      if (branches.has(schema)) return
      const findings = checks.flatMap((check) => check(schema))
      reportAll(findings, context)
    },
  }
}

function outOfOrder(schema: Draft<Schema>): readonly Finding[] {
  const values = valuesOf(schema).map(({ value = '' }) => value)
  return values.slice(1).flatMap((value, index) => {
    const rank = compare(value, values[index] ?? '')
    const message =
      rank === 0 ? `List the value ${value} once.` : `Move the value ${value} up: values ascend.`
    return rank > 0 ? [] : [{ path: [list, index + 1, 'value'], message }]
  })
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true })
}

function sameMeaning(schema: Draft<Schema>): readonly Finding[] {
  const meanings = valuesOf(schema).map(({ meaning, source }) => (source === 'open' ? undefined : meaning))
  return meanings.flatMap((meaning, index) => {
    const message = `Word the meaning "${meaning}" differently: another value of the list has it.`
    const first = meaning === undefined || meanings.indexOf(meaning) === index
    return first ? [] : [{ path: [list, index, 'meaning'], message }]
  })
}

function withoutFinality(schema: Draft<Schema>): readonly Finding[] {
  const values: readonly Draft<KnownValue>[] = valuesOf(schema)
  if (values.every(({ final }) => final === undefined)) return []
  return values.flatMap(({ value, final }, index) => {
    const message = `Say whether the value ${value} is final, as the list says of others.`
    return final === undefined ? [{ path: [list, index], message }] : []
  })
}

// A state tells the merchant what to do. A kind asks for nothing.
function withoutAdvice(schema: Draft<Schema>): readonly Finding[] {
  return valuesOf(schema).flatMap(({ value, final, advice }, index) => {
    if ((final === undefined) === (advice === undefined)) return []
    const message =
      advice === undefined
        ? `Add advice to the value ${value}: say what a merchant does about a record in this state.`
        : `Remove the advice of the value ${value}: it is not a state, because \`final\` is missing.`
    return [{ path: [list, index], message }]
  })
}

const valuesOf = (schema: Draft<Schema>): readonly Draft<KnownValue>[] => schema[list] ?? []

// Titles of lists without an enum although the interface shows values, with the reason.
const observed: Readonly<Record<string, string>> = {
  'Staking transaction type': 'Each step of a stake shows one value; nothing says that there are no others.',
}

// Values of the enum that the list lacks.
function notListed(schema: Draft<Schema>): readonly Finding[] {
  const { path, node } = enumerated(schema)
  if (node.type !== 'integer' && !schema[list]) return []
  const explained = valuesOf(schema).filter(({ source }) => source === 'interface')
  const listed = new Set<unknown>(explained.map(({ value }) => value))
  return (node.enum ?? []).flatMap((value, index) => {
    const message = `List ${JSON.stringify(value)} in ${list} with the source interface, or take it out of the enum.`
    return listed.has(value) ? [] : [{ path: [...path, 'enum', index], message }]
  })
}

// Values of the list that the enum lacks.
function notInEnum(schema: Draft<Schema>): readonly Finding[] {
  if (schema.title && schema.title in observed) return []
  const shown = new Set<unknown>(enumerated(schema).node.enum)
  return valuesOf(schema).flatMap(({ value, source }, index) => {
    const message = `Add ${value} to the enum of what the interface explains, or name another source for it.`
    return source !== 'interface' || shown.has(value) ? [] : [{ path: [list, index, 'source'], message }]
  })
}

// Generators name the constants of an enum of numbers after these names.
function withoutNames(schema: Draft<Schema>): readonly Finding[] {
  const { path, node } = enumerated(schema)
  const { type, enum: values, 'x-enum-varnames': names = [] } = node
  if (type !== 'integer' || !values) return []
  if (names.length === values.length && new Set(names).size === values.length) return []
  const message = 'Give the enum one x-enum-varnames for each value, all of them distinct.'
  return [{ path: [...path, 'enum'], message }]
}

interface Enumerated {
  readonly path: Finding['path']
  readonly node: Draft<Schema>
}

// An open integer has its enum in the first alternative, a closed one beside its type.
function enumerated(schema: Draft<Schema>): Enumerated {
  const index = schema.anyOf?.findIndex((branch) => branch.enum) ?? -1
  const branch = schema.anyOf?.[index]
  return branch ? { path: ['anyOf', index], node: branch } : { path: [], node: schema }
}

type Tables = Draft<Readonly<Record<Family, CodeTable | Reference>>>
type CodeValue = number | string

const kinds = { token: 'number', v2: 'string', mpc: 'string', v1: 'number' } as const
const words = { number: 'number', string: 'text' } as const
const helps = ['cause', 'remedy', 'repeat'] as const

/** Codes have the type of their family and one meaning each, and those of failures have help. The interface itself explains only the success. */
export const codeTable: Rule = () => ({
  CodeTables: (tables, context) => {
    for (const family of families) checkTable(family, tables, context)
  },
})

function checkTable(family: Family, tables: Tables, context: RuleContext): void {
  const { node, location } = tableOf(family, tables, context)
  const known = new Set(inherited(family, tables, context))
  for (const [index, code] of (node?.codes ?? []).entries()) {
    const findings = faultsOf({ code, family, known })
    reportAll(findings, { location: location.child(['codes', index]), report: context.report })
    known.add(code.code ?? '')
  }
}

function tableOf(family: Family, tables: Tables, context: RuleContext): Found<CodeTable> {
  return follow<CodeTable>(tables[family], context.location.child(family), context)
}

function inherited(family: Family, tables: Tables, context: RuleContext): readonly CodeValue[] {
  const chain = new Map([[family, tableOf(family, tables, context).node]])
  for (const [, table] of chain)
    if (table?.includes && !chain.has(table.includes))
      chain.set(table.includes, tableOf(table.includes, tables, context).node)
  chain.delete(family)
  return [...chain.values()].flatMap((table) => table?.codes?.flatMap(({ code }) => code ?? []) ?? [])
}

interface Entry {
  readonly code: Draft<Code>
  readonly family: Family
  readonly known: ReadonlySet<CodeValue>
}

function* faultsOf({ code: entry, family, known }: Entry): Generator<Finding> {
  const { code = '', source } = entry
  const kind = kinds[family]
  if (typeof code !== kind)
    yield { path: ['code'], message: `Write the code ${code} as a ${words[kind]}: ${family} answers do.` }
  if (known.has(code))
    yield { path: ['code'], message: `List the code ${code} once: the table of ${family} has it already.` }
  if (source === 'interface' && String(code) !== '0')
    yield {
      path: ['source'],
      message: `Name another source for the code ${code}: the interface explains only 0.`,
    }
  yield* helpOf(entry)
}

// A success needs no help. A failure without it leaves its reader alone.
function helpOf(entry: Draft<Code>): readonly Finding[] {
  const { code = '' } = entry
  const succeeded = String(code) === '0'
  const wrong = helps.filter((name) => (entry[name] !== undefined) === succeeded)
  if (wrong.length === 0) return []
  const message = succeeded
    ? `Remove ${wrong.join(', ')} from the code 0: a success needs no help.`
    : `Add ${wrong.join(', ')} to the code ${code}: a failure has ${helps.join(', ')}.`
  return [{ path: [], message }]
}
