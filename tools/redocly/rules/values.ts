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
import { type Finding, type FoundNode, follow, reportAll } from './nodes.ts'

const list = 'x-known-values'

type Check = (schema: Draft<Schema>) => readonly Finding[]
const checks: readonly Check[] = [
  checkOrder,
  checkMeanings,
  checkFinality,
  checkAdvice,
  checkListed,
  checkEnum,
  checkNames,
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

function checkOrder(schema: Draft<Schema>): readonly Finding[] {
  const values = listValues(schema).map(({ value = '' }) => value)
  return values.slice(1).flatMap((value, index) => {
    const rank = compare(value, values[index] ?? '')
    const message = rank === 0 ? `List the value ${value} once.` : `Move the value ${value} up: values ascend.`
    return rank > 0 ? [] : [{ path: [list, index + 1, 'value'], message }]
  })
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true })
}

function checkMeanings(schema: Draft<Schema>): readonly Finding[] {
  const meanings = listValues(schema).map(({ meaning, source }) => (source === 'open' ? undefined : meaning))
  return meanings.flatMap((meaning, index) => {
    const message = `Change the meaning "${meaning}": another value has it.`
    const first = meaning === undefined || meanings.indexOf(meaning) === index
    return first ? [] : [{ path: [list, index, 'meaning'], message }]
  })
}

function checkFinality(schema: Draft<Schema>): readonly Finding[] {
  const values: readonly Draft<KnownValue>[] = listValues(schema)
  if (values.every(({ final }) => final === undefined)) return []
  return values.flatMap(({ value, final }, index) => {
    const message = `Say whether the value ${value} is final, as the list says of others.`
    return final === undefined ? [{ path: [list, index], message }] : []
  })
}

// Only states need advice for the merchant.
function checkAdvice(schema: Draft<Schema>): readonly Finding[] {
  return listValues(schema).flatMap(({ value, final, advice }, index) => {
    if ((final === undefined) === (advice === undefined)) return []
    const message =
      advice === undefined
        ? `Add advice to the value ${value}: say what a merchant does about a record in this state.`
        : `Remove the advice of the value ${value}: it is not a state, because \`final\` is missing.`
    return [{ path: [list, index], message }]
  })
}

const listValues = (schema: Draft<Schema>): readonly Draft<KnownValue>[] => schema[list] ?? []

// Titles of lists without an enum although the interface shows values, with the reason.
const observedNames: Readonly<Record<string, string>> = {
  'Staking transaction type': 'Each step of a stake shows one value, and others may exist.',
}

// Values of the enum that the list lacks.
function checkListed(schema: Draft<Schema>): readonly Finding[] {
  const { path, node } = readEnum(schema)
  if (node.type !== 'integer' && !schema[list]) return []
  const hasCode = listValues(schema).filter(({ source }) => source === 'interface')
  const listed = new Set<unknown>(hasCode.map(({ value }) => value))
  return (node.enum ?? []).flatMap((value, index) => {
    const message = `List ${JSON.stringify(value)} in ${list} with the source interface, or remove it from the enum.`
    return listed.has(value) ? [] : [{ path: [...path, 'enum', index], message }]
  })
}

// Values of the list that the enum lacks.
function checkEnum(schema: Draft<Schema>): readonly Finding[] {
  if (schema.title && schema.title in observedNames) return []
  const shown = new Set<unknown>(readEnum(schema).node.enum)
  return listValues(schema).flatMap(({ value, source }, index) => {
    const message = `Add ${value} to the enum, or name another source for it.`
    return source !== 'interface' || shown.has(value) ? [] : [{ path: [list, index, 'source'], message }]
  })
}

// Generators name the constants of an enum of numbers after these names.
function checkNames(schema: Draft<Schema>): readonly Finding[] {
  const { path, node } = readEnum(schema)
  const { type, enum: values, 'x-enum-varnames': names = [] } = node
  if (type !== 'integer' || !values) return []
  if (names.length === values.length && new Set(names).size === values.length) return []
  const message = 'Give the enum one x-enum-varnames for each value, all of them distinct.'
  return [{ path: [...path, 'enum'], message }]
}

interface EnumValues {
  readonly path: Finding['path']
  readonly node: Draft<Schema>
}

// An open integer has its enum in the first alternative, a closed one beside its type.
function readEnum(schema: Draft<Schema>): EnumValues {
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
  const { node, location } = findTable(family, tables, context)
  const known = new Set(listInherited(family, tables, context))
  for (const [index, code] of (node?.codes ?? []).entries()) {
    const findings = findFaults({ code, family, knownValues: known })
    reportAll(findings, { location: location.child(['codes', index]), report: context.report })
    known.add(code.code ?? '')
  }
}

function findTable(family: Family, tables: Tables, context: RuleContext): FoundNode<CodeTable> {
  return follow<CodeTable>(tables[family], context.location.child(family), context)
}

function listInherited(family: Family, tables: Tables, context: RuleContext): readonly CodeValue[] {
  const chain = new Map([[family, findTable(family, tables, context).node]])
  for (const [, table] of chain)
    if (table?.includes && !chain.has(table.includes))
      chain.set(table.includes, findTable(table.includes, tables, context).node)
  chain.delete(family)
  return [...chain.values()].flatMap((table) => table?.codes?.flatMap(({ code }) => code ?? []) ?? [])
}

interface Entry {
  readonly code: Draft<Code>
  readonly family: Family
  readonly knownValues: ReadonlySet<CodeValue>
}

function* findFaults({ code: entry, family, knownValues: known }: Entry): Generator<Finding> {
  const { code = '', source } = entry
  const kind = kinds[family]
  if (typeof code !== kind)
    yield { path: ['code'], message: `Write the code ${code} as a ${words[kind]}: ${family} responses do.` }
  if (known.has(code))
    yield { path: ['code'], message: `List the code ${code} once: the table of ${family} has it already.` }
  if (source === 'interface' && String(code) !== '0')
    yield {
      path: ['source'],
      message: `Name another source for the code ${code}: the interface explains only 0.`,
    }
  yield* checkHelp(entry)
}

// Only failures need help.
function checkHelp(entry: Draft<Code>): readonly Finding[] {
  const { code = '' } = entry
  const isSuccess = String(code) === '0'
  const wrong = helps.filter((name) => (entry[name] !== undefined) === isSuccess)
  if (wrong.length === 0) return []
  const message = isSuccess
    ? `Remove ${wrong.join(', ')} from the code 0: a success needs no help.`
    : `Add ${wrong.join(', ')} to the code ${code}: a failure has ${helps.join(', ')}.`
  return [{ path: [], message }]
}
