// Finds the nodes that a node refers to, with their locations, so that a problem points to the right file.
import {
  type Example,
  type Examples,
  type Family,
  type MediaType,
  type Operation,
  type Reference,
  type Response,
  type Schema,
  families,
  isReference,
} from '../document.ts'
import type { Draft, Location, Problem, RuleContext } from '../model.ts'

export interface FoundNode<Node> {
  /** Undefined if the field is missing or a reference cannot be resolved; Redocly reports the latter. */
  readonly node: Draft<Node> | undefined
  readonly location: Location
}
export interface FoundSchema {
  readonly node: Draft<Schema>
  readonly location: Location
}

/** Follows references to their end. Returns any other node as it is. */
export function follow<Node>(
  node: Draft<Node> | Reference | undefined,
  location: Location,
  context: RuleContext,
): FoundNode<Node> {
  if (!isReference(node)) return { node, location }
  const target = context.resolve<Draft<Node>>(node, location.source.absoluteRef)
  return follow<Node>(target.node, target.location ?? location, context)
}

/** Follows references of a schema. Fields beside a reference replace those of its target, as in JSON Schema. */
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
export function listBranches(found: FoundSchema | undefined, context: RuleContext): readonly FoundSchema[] {
  if (!found?.node.anyOf) return found ? [found] : []
  return found.node.anyOf.flatMap(
    (branch, index) => followSchema(branch, found.location.child(['anyOf', index]), context) ?? [],
  )
}

/** A property of an object schema, followed; `propertyLocation` is its location in the object. */
export interface Property {
  readonly name: string
  readonly propertyLocation: Location
  readonly schema: FoundSchema
}

/** Properties of an object schema, without those whose reference cannot be resolved: Redocly reports them. */
export function listProperties({ node, location }: FoundSchema, context: RuleContext): readonly Property[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const propertyLocation = location.child(['properties', name])
    const schema = followSchema(property, propertyLocation, context)
    return schema ? [{ name, propertyLocation, schema }] : []
  })
}

/** Reports a problem once, even if several operations refer to its location. */
export function createReporter(): (context: RuleContext, problem: Required<Problem>) => void {
  const reportedProblems = new Set<string>()
  return (context, problem) => {
    const key = `${problem.location.absolutePointer} ${problem.message}`
    if (!reportedProblems.has(key)) context.report(problem)
    reportedProblems.add(key)
  }
}

/** Tells whether a name is in kebab case. */
export const isKebab = (name: string): boolean => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)

/** A fault in a node, by the path from the node. */
export interface Finding {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Reports what the checks of a rule find in a node. */
export function reportAll(
  findings: Iterable<Finding>,
  { location, report }: Pick<RuleContext, 'location' | 'report'>,
): void {
  for (const { path, message } of findings) report({ message, location: location.child(path) })
}

/** Family of an operation, if its `x-family` is one of ours. */
export const getFamily = (operation: Draft<Operation>): Family | undefined =>
  families.find((family) => family === operation['x-family'])

/** Name of an operation in a message. */
export const getId = ({ operationId = 'the operation' }: Draft<Operation>): string => operationId

/** Alternatives of the request schema in an envelope. */
export function listRequestBranches(operation: Draft<Operation>, context: RuleContext): readonly FoundSchema[] {
  const location = context.location.child(['x-envelope', 'request', 'schema'])
  const request = followSchema(operation['x-envelope']?.request?.schema, location, context)
  return listBranches(request, context)
}

/** JSON content of the response with status 200. */
export function getResponse(operation: Draft<Operation>, context: RuleContext): FoundNode<MediaType> {
  const location = context.location.child(['responses', '200'])
  const response = follow<Response>(operation.responses?.['200'], location, context)
  const path = ['content', 'application/json']
  return { node: response.node?.content?.['application/json'], location: response.location.child(path) }
}

/** An example by its name. */
export function findExample(name: string, content: FoundNode<MediaType>, context: RuleContext): FoundNode<Example> {
  const examples: Draft<Examples> = content.node?.examples ?? {}
  return follow<Example>(examples[name], content.location.child(['examples', name]), context)
}

/** Content of a successful response. In the contract, the content of a v1 response is in the envelope. */
export function findSuccess(operation: Draft<Operation>, context: RuleContext): FoundNode<MediaType> | undefined {
  const envelope = operation['x-envelope']
  if (!envelope || getFamily(operation) !== 'v1') return getResponse(operation, context)
  const location = context.location.child(['x-envelope', 'response'])
  return typeof envelope.response === 'object' ? { node: envelope.response, location } : undefined
}

/** List schemas of a content, or of its field `data`. */
export function findLists(content: FoundNode<MediaType>, context: RuleContext): readonly FoundSchema[] {
  return findListsAt(followSchema(content.node?.schema, content.location.child('schema'), context), context)
}

function findListsAt(found: FoundSchema | undefined, context: RuleContext): readonly FoundSchema[] {
  return listBranches(found, context).flatMap((branch) => {
    const { node, location } = branch
    if (node.type === 'array') return [branch]
    const data: Draft<Schema> | undefined = node.properties?.['data']
    return findListsAt(followSchema(data, location.child(['properties', 'data']), context), context)
  })
}
