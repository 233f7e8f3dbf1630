import {
  type Document,
  type Example,
  type Examples,
  type Json,
  type MediaType,
  type Reference,
  type Schema,
  listBranches,
  createResolver,
} from '../document.ts'

interface MarkedNode {
  readonly 'x-filled'?: boolean
}

/** The contract, and how a projection looks things up in it. */
export interface Context {
  readonly document: Document
  readonly resolve: ReturnType<typeof createResolver>
  /** Whether the codec adds a field. */
  readonly filled: (field: MarkedNode | Reference) => boolean
}

export function createContext(document: Document): Context {
  const resolve = createResolver(document)
  return {
    document,
    resolve,
    filled: (field) => resolve<MarkedNode>(field)['x-filled'] === true,
  }
}

// Shared changes of schemas and examples.

/** Changes every object branch of a schema. */
export function mapBranches(schema: Schema, change: (branch: Schema) => Schema): Schema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((branch) => mapBranches(branch, change)) }
  return schema.properties ? change(schema) : schema
}

/** Changes every named schema of a document. */
export function mapSchemas(document: Document, change: (schema: Schema, name: string) => Schema): Document {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, change(schema, name)])
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } }
}

/** Changes the fields of an object schema. */
export function mapFields(schema: Schema, change: (field: Schema, name: string) => Schema): Schema {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, change(field, name)])
  return { ...schema, properties: Object.fromEntries(fields) }
}

/** Removes the fields of an object schema for which the condition holds. */
export function removeFields(schema: Schema, leaves: (field: Schema) => boolean): Schema {
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !leaves(field))
  const names = new Set(fields.map(([name]) => name))
  const { required = [], ...rest } = schema
  const requiredNames = required.filter((name) => names.has(name))
  return {
    ...rest,
    ...(requiredNames.length > 0 && { required: requiredNames }),
    properties: Object.fromEntries(fields),
  }
}

type Fields = Readonly<Record<string, Json>>

/** Fields of a value, if it is an object. */
export const toFields = (value: Json | undefined): Fields => (isObject(value) ? value : {})

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the value of every example, and replaces references to examples. */
export function mapExamples(examples: Examples, { resolve }: Context, change: (value: Json, name: string) => Json) {
  const entries = Object.entries(examples).map(([name, reference]) => {
    const example = resolve<Example>(reference)
    return [name, { ...example, value: change(example.value, name) }] as const
  })
  return Object.fromEntries(entries)
}

/** Examples of a request without the codec's fields. */
export function openExamples({ schema, examples = {} }: MediaType, context: Context): Examples {
  const filled = listFilledNames(schema, context)
  return mapExamples(examples, context, (value) =>
    Object.fromEntries(Object.entries(toFields(value)).filter(([name]) => !filled.has(name))),
  )
}

/** Examples of one field, from the examples of requests that have it. */
export function listFieldExamples(name: string, examples: Examples, { resolve }: Context): Examples {
  const shown = Object.entries(examples).flatMap(([key, reference]) => {
    const example = resolve<Example>(reference)
    const value = toFields(example.value)[name]
    return value === undefined ? [] : [[key, { ...example, value }] as const]
  })
  return Object.fromEntries(shown)
}

function listFilledNames(schema: Schema, { resolve, filled }: Context): ReadonlySet<string> {
  const fields = listBranches(resolve<Schema>(schema)).flatMap((branch) => Object.entries(branch.properties ?? {}))
  return new Set(fields.filter(([, field]) => filled(field)).map(([name]) => name))
}
