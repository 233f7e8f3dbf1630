// Ways from a node to the nodes it leads to. Each comes with its place, so that a problem points to the file to mend.
import { isReference, type Reference, type Schema } from '../document.ts'
import type { Draft, Location, Problem, RuleContext } from '../model.ts'

export interface Found<Node> {
  /** Missing where there is nothing, or where a reference leads nowhere; Redocly itself reports the latter. */
  readonly node: Draft<Node> | undefined
  readonly location: Location
}
export interface FoundSchema {
  readonly node: Draft<Schema>
  readonly location: Location
}

/** Follows a reference to its end; what is no reference stays where it is. */
export function follow<Node>(
  node: Draft<Node> | Reference | undefined,
  location: Location,
  context: RuleContext,
): Found<Node> {
  if (!isReference(node)) return { node, location }
  const target = context.resolve<Draft<Node>>(node, location.source.absoluteRef)
  return follow<Node>(target.node, target.location ?? location, context)
}

/** Follows a schema and lays the members beside its reference over those of the target, as JSON Schema reads them. */
export function followSchema(
  schema: Draft<Schema> | undefined,
  location: Location,
  context: RuleContext,
): FoundSchema | undefined {
  if (!isReference(schema)) return schema && { node: schema, location }
  const target = context.resolve<Draft<Schema>>(schema, location.source.absoluteRef)
  const end = followSchema(target.node, target.location ?? location, context)
  const { $ref: _reference, ...beside } = schema
  return end && { node: { ...end.node, ...beside }, location: end.location }
}

/** Alternatives of a schema, or the schema itself. */
export function branchesOf(found: FoundSchema | undefined, context: RuleContext): readonly FoundSchema[] {
  if (!found?.node.anyOf) return found ? [found] : []
  return found.node.anyOf.flatMap(
    (branch, index) => followSchema(branch, found.location.child(['anyOf', index]), context) ?? [],
  )
}

/** A property of an object schema, followed; `written` is its place in the object. */
export interface Property {
  readonly name: string
  readonly written: Location
  readonly schema: FoundSchema
}

/** Properties of an object schema. One whose reference leads nowhere is left out: Redocly reports it. */
export function propertiesOf({ node, location }: FoundSchema, context: RuleContext): readonly Property[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const written = location.child(['properties', name])
    const schema = followSchema(property, written, context)
    return schema ? [{ name, written, schema }] : []
  })
}

/** Reports a problem once, however many operations lead to its place. */
export function reporter(): (context: RuleContext, problem: Required<Problem>) => void {
  const reported = new Set<string>()
  return (context, problem) => {
    const key = `${problem.location.absolutePointer} ${problem.message}`
    if (!reported.has(key)) context.report(problem)
    reported.add(key)
  }
}
