// What the rules about operations share.
import type { Example, Examples, Family, MediaType, Operation, Response, Schema } from '../document.ts'
import type { Draft, RuleContext } from '../model.ts'
import { branchesOf, follow, followSchema, type Found, type FoundSchema } from './places.ts'

export const families: readonly Family[] = ['token', 'v2', 'mpc', 'v1']

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

/** Tells whether a content is a list, or an answer whose `data` is one. */
export function holdsList(content: Found<MediaType>, context: RuleContext): boolean {
  return isList(followSchema(content.node?.schema, content.location.child('schema'), context), context)
}

function isList(found: FoundSchema | undefined, context: RuleContext): boolean {
  return branchesOf(found, context).some(({ node, location }) => {
    if (node.type === 'array') return true
    const data: Draft<Schema> | undefined = node.properties?.['data']
    return isList(followSchema(data, location.child(['properties', 'data']), context), context)
  })
}
