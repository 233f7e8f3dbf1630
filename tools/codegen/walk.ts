import type { resolver, Schema } from '../redocly/document.ts'

/** A schema inside another, with the place where its value stands; `*` stands for every entry of a list. */
export interface Leaf {
  readonly pointer: string
  /** The schema there, with what stands beside its reference laid over what it refers to. */
  readonly schema: Schema
  /** Name of the schema that it refers to. */
  readonly name: string | undefined
}

/** Every scalar inside a schema, once for each place. */
export function leavesOf(schema: Schema, resolve: ReturnType<typeof resolver>): readonly Leaf[] {
  const found = new Map<string, Leaf>()
  const visit = (node: Schema, pointer: string): void => {
    const target = { ...resolve<Schema>(node), ...node }
    const branches = (target.anyOf ?? []).filter((branch) => resolve<Schema>(branch).type !== 'integer')
    for (const branch of branches) visit(branch, pointer)
    for (const [name, member] of Object.entries(target.properties ?? {})) visit(member, `${pointer}/${name}`)
    if (target.items) visit(target.items, `${pointer}/*`)
    if (!target.properties && !target.items && branches.length === 0 && !found.has(pointer))
      found.set(pointer, { pointer, schema: target, name: node.$ref?.split('/').at(-1) })
  }
  visit(schema, '')
  return [...found.values()]
}
