import {
  type Document,
  type Example,
  type Examples,
  type Json,
  type MediaType,
  type Reference,
  type Schema,
  branchesOf,
  resolver,
} from '../document.ts'

interface Marked {
  readonly 'x-filled'?: boolean
}

/** The contract, and how a projection looks things up in it. */
export interface Context {
  readonly document: Document
  readonly resolve: ReturnType<typeof resolver>
  /** Whether the codec fills a member in. */
  readonly filled: (member: Marked | Reference) => boolean
}

export function contextOf(document: Document): Context {
  const resolve = resolver(document)
  return {
    document,
    resolve,
    filled: (member) => resolve<Marked>(member)['x-filled'] === true,
  }
}

// What both projections do to schemas and examples.

/** Changes every object branch of a schema. */
export function mapBranches(schema: Schema, change: (branch: Schema) => Schema): Schema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((branch) => mapBranches(branch, change)) }
  return schema.properties ? change(schema) : schema
}

/** Changes every named schema of a document. */
export function mapSchemas(document: Document, change: (schema: Schema, name: string) => Schema): Document {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    change(schema, name),
  ])
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } }
}

/** Changes the members of an object schema. */
export function mapMembers(schema: Schema, change: (member: Schema, name: string) => Schema): Schema {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    change(member, name),
  ])
  return { ...schema, properties: Object.fromEntries(members) }
}

/** Removes the members of an object schema for which the condition holds. */
export function withoutMembers(schema: Schema, leaves: (member: Schema) => boolean): Schema {
  const kept = Object.entries(schema.properties ?? {}).filter(([, member]) => !leaves(member))
  const names = new Set(kept.map(([name]) => name))
  const { required = [], ...rest } = schema
  const needed = required.filter((name) => names.has(name))
  return { ...rest, ...(needed.length > 0 && { required: needed }), properties: Object.fromEntries(kept) }
}

type Members = Readonly<Record<string, Json>>

/** Members of a value, if it is an object. */
export const membersOf = (value: Json | undefined): Members => (isObject(value) ? value : {})

const isObject = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the value of every example, and replaces references to examples. */
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

/** Examples of one member, from the examples of requests that have it. */
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
