import type { KnownValue, Schema } from '../document.ts'
import type { Draft, Rule } from '../model.ts'
import { type Finding, reportAll } from './finding.ts'
import { list, notInEnum, notListed, valuesOf } from './known-enum.ts'

type Check = (schema: Draft<Schema>) => readonly Finding[]
const checks: readonly Check[] = [outOfOrder, sameMeaning, withoutFinality, notListed, notInEnum]

/** Lists of known values are in order, speak plainly, and agree with the enum of what the interface explains. */
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
