// What both projections do to schemas.
import type { Document, Schema } from '../document.ts'

/** Changes every object branch of a schema and leaves the rest as it is. */
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

/** Leaves out the members of an object schema that a condition names. */
export function withoutMembers(schema: Schema, leaves: (member: Schema) => boolean): Schema {
  const kept = Object.entries(schema.properties ?? {}).filter(([, member]) => !leaves(member))
  const names = new Set(kept.map(([name]) => name))
  const { required = [], ...rest } = schema
  const needed = required.filter((name) => names.has(name))
  return { ...rest, ...(needed.length > 0 && { required: needed }), properties: Object.fromEntries(kept) }
}
