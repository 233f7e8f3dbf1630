// What the rules about operations share.
import {
  type Example,
  type Examples,
  families,
  type Family,
  type MediaType,
  type Operation,
  type Response,
  type Schema,
} from '../document.ts'
import type { Draft, RuleContext } from '../model.ts'
import { branchesOf, follow, followSchema, type Found, type FoundSchema } from './places.ts'

/** Family of an operation, unless its `x-family` is missing or none of ours. */
export const familyOf = (operation: Draft<Operation>): Family | undefined =>
  families.find((family) => family === operation['x-family'])

/** Name of an operation in a message. */
export const called = ({ operationId = 'the operation' }: Draft<Operation>): string => operationId

/** Schema of what the sealed request of an operation holds. */
function requestOf(operation: Draft<Operation>, context: RuleContext): FoundSchema | undefined {
  const location = context.location.child(['x-envelope', 'request', 'schema'])
  return followSchema(operation['x-envelope']?.request?.schema, location, context)
}

/** Object schemas that the sealed request of an operation may have. */
export const requestBranches = (operation: Draft<Operation>, context: RuleContext): readonly FoundSchema[] =>
  branchesOf(requestOf(operation, context), context)

/** JSON content of the answer with status 200. */
export function answerOf(operation: Draft<Operation>, context: RuleContext): Found<MediaType> {
  const location = context.location.child(['responses', '200'])
  const answer = follow<Response>(operation.responses?.['200'], location, context)
  const path = ['content', 'application/json']
  return { node: answer.node?.content?.['application/json'], location: answer.location.child(path) }
}

/** An example by its name. */
export function exampleNamed(name: string, content: Found<MediaType>, context: RuleContext): Found<Example> {
  const examples: Draft<Examples> = content.node?.examples ?? {}
  return follow<Example>(examples[name], content.location.child(['examples', name]), context)
}

/**
 * What the answer of an operation holds when it succeeds. The answer of a v1 operation is sealed, so its content stands
 * in the envelope. The views have no envelopes.
 */
export function successOf(operation: Draft<Operation>, context: RuleContext): Found<MediaType> | undefined {
  const envelope = operation['x-envelope']
  if (!envelope || familyOf(operation) !== 'v1') return answerOf(operation, context)
  const location = context.location.child(['x-envelope', 'response'])
  return typeof envelope.response === 'object' ? { node: envelope.response, location } : undefined
}

/** The lists that a content may be, or that may be the `data` of an answer. */
export function listsIn(content: Found<MediaType>, context: RuleContext): readonly FoundSchema[] {
  return listsAt(followSchema(content.node?.schema, content.location.child('schema'), context), context)
}

function listsAt(found: FoundSchema | undefined, context: RuleContext): readonly FoundSchema[] {
  return branchesOf(found, context).flatMap((branch) => {
    const { node, location } = branch
    if (node.type === 'array') return [branch]
    const data: Draft<Schema> | undefined = node.properties?.['data']
    return listsAt(followSchema(data, location.child(['properties', 'data']), context), context)
  })
}
