import {
  branchesOf,
  type Example,
  type Examples,
  type Json,
  type MediaType,
  type Schema,
} from '../document.ts'
import type { Context } from './context.ts'

type Members = Readonly<Record<string, Json>>

/** Members of an example that is an object; any other has none. */
export const membersOf = (value: Json): Members => (isObject(value) ? value : {})

const isObject = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the value of every example and writes it where it is used. */
export function mapExamples(
  examples: Examples,
  { resolve }: Context,
  change: (value: Json, name: string) => Json,
) {
  const changed = Object.entries(examples).map(([name, reference]) => {
    const example = resolve<Example>(reference)
    return [name, { ...example, value: change(example.value, name) }] as const
  })
  return Object.fromEntries(changed)
}

/** Examples of a request without the members that the codec fills in. */
export function openExamples({ schema, examples = {} }: MediaType, context: Context): Examples {
  const filled = filledNames(schema, context)
  return mapExamples(examples, context, (value) =>
    Object.fromEntries(Object.entries(membersOf(value)).filter(([name]) => !filled.has(name))),
  )
}

/** Examples of one member of a request, for those that carry it. */
export function memberExamples(name: string, examples: Examples, { resolve }: Context): Examples {
  const shown = Object.entries(examples).flatMap(([key, reference]) => {
    const example = resolve<Example>(reference)
    const value = membersOf(example.value)[name]
    return value === undefined ? [] : [[key, { ...example, value }] as const]
  })
  return Object.fromEntries(shown)
}

function filledNames(schema: Schema, { resolve, filled }: Context): ReadonlySet<string> {
  const members = branchesOf(resolve<Schema>(schema)).flatMap((branch) =>
    Object.entries(branch.properties ?? {}),
  )
  return new Set(members.filter(([, member]) => filled(member)).map(([name]) => name))
}
