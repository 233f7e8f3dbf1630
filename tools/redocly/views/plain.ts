import { type Document, type Envelope, type Family, type Operation, operationsOf } from '../document.ts'
import { answerOf, answerSchemas } from './answers.ts'
import { type Context, contextOf } from './context.ts'
import { openExamples } from './examples.ts'
import { keepOpenPoints, prune } from './prune.ts'
import { queryParameters } from './query.ts'
import { mapBranches, mapSchemas, withoutMembers } from './schemas.ts'

/** What people read and mocks answer: every call with its sealed content opened. */
export function plainView(contract: Document): Document {
  const context = contextOf(contract)
  const opened = mapSchemas(contract, (schema) =>
    mapBranches(schema, (branch) => withoutMembers(branch, context.filled)),
  )
  const schemas = { ...opened.components.schemas, ...answerSchemas(context) }
  const components = { ...opened.components, schemas }
  const view = { ...opened, components, paths: openPaths(context), 'x-view': 'plain' as const }
  return keepOpenPoints(prune(view), contract)
}

function openPaths(context: Context): Document['paths'] {
  const paths = { ...context.document.paths }
  for (const { path, method, operation } of operationsOf(context.document))
    paths[path] = { ...paths[path], [method]: openers[operation['x-family']](operation, context) }
  return paths
}

const openers: Record<Family, (operation: Operation, context: Context) => Operation> = {
  token: openToken,
  v2: openQuery,
  mpc: openQuery,
  v1: openBody,
}

const wireNotes: Record<Family, string> = {
  token: 'the header `Timestamp` comes with it; the client fills it in.',
  v2: 'the parameters are sealed into one text, `data`, which travels in the query beside `app_id`. The codec adds `time`, `charset` and `version` to them.',
  mpc: 'the parameters are sealed into one text, `data`, which travels in the query beside `app_id`. The codec adds `time` and `charset` to them.',
  v1: 'the body is sealed into `data` of an envelope with `app_id`, `time` and `sign`. The answer is such an envelope too; its `data` is sealed for the caller.',
}

function described(operation: Operation): Operation {
  const note = `**On the wire** ${wireNotes[operation['x-family']]}`
  return { ...operation, description: `${operation.description.trim()}\n\n${note}` }
}

function openToken(operation: Operation, { filled }: Context): Operation {
  const { parameters = [], ...rest } = described(operation)
  const shown = parameters.filter((parameter) => !filled(parameter))
  return { ...rest, ...(shown.length > 0 && { parameters: shown }) }
}

// Sealed calls name no security in the plain view: whoever speaks plain holds no keys.
function openEnvelope(operation: Operation): readonly [Envelope, Operation] {
  const { 'x-envelope': envelope, ...rest } = described(operation)
  if (!envelope) throw new TypeError(`${operation.operationId} needs an x-envelope.`)
  return [envelope, { ...rest, security: [] }]
}

function openQuery(operation: Operation, context: Context): Operation {
  const [envelope, { parameters: _sealed, ...rest }] = openEnvelope(operation)
  const parameters = queryParameters(envelope.request, context)
  return { ...rest, ...(parameters.length > 0 && { parameters }), 'x-parameters': envelope.request.schema }
}

function openBody(operation: Operation, context: Context): Operation {
  const [{ request, response }, rest] = openEnvelope(operation)
  const content = { schema: request.schema, examples: openExamples(request, context) }
  return {
    ...rest,
    requestBody: { required: true, content: { 'application/json': content } },
    responses: { ...rest.responses, 200: answerOf(operation, response, context) },
  }
}
