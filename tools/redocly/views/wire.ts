import {
  type Document,
  type Envelope,
  type Example,
  type Family,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
  nameOf,
  operationsOf,
} from '../document.ts'
import {
  type Context,
  contextOf,
  mapBranches,
  mapExamples,
  mapMembers,
  mapSchemas,
  membersOf,
} from './project.ts'
import { keepOpenPoints, prune } from './prune.ts'

/** The wire view: sealed texts, each with the schema of its opened content. */
export function wireView(contract: Document): Document {
  const context = contextOf(contract)
  const lists = joinedLists(contract)
  const written = mapSchemas(contract, (schema, name) =>
    mapBranches(schema, (branch) =>
      mapMembers(branch, (member, key) => wireForm(member, lists.get(name) === key, context)),
    ),
  )
  const view = { ...written, paths: sealPaths(context), 'x-view': 'wire' as const }
  return keepOpenPoints(prune(view), contract)
}

// Names of requests whose list is sent as one joined text, with the member of the list.
function joinedLists(contract: Document): ReadonlyMap<string, string> {
  const lists = operationsOf(contract).flatMap(({ operation }) => {
    const { $ref } = operation['x-envelope']?.request.schema ?? {}
    const batch = operation['x-batch']
    return $ref && batch ? [[nameOf($ref), batch.parameter] as const] : []
  })
  return new Map(lists)
}

function wireForm(member: Schema, joined: boolean, { resolve }: Context): Schema {
  const { description = '' } = member
  if (member['x-wire-number']) {
    const unsigned = resolve<Schema>(member)['x-format'] === 'amount'
    return { type: 'number', description, ...(unsigned && { minimum: 0 }), 'x-wire-number': true }
  }
  if (joined)
    return {
      type: 'string',
      description: `${description} Joined with commas.`,
      pattern: joinedPattern(member),
    }
  return member
}

// Entries of a joined list are not empty and contain no comma.
function joinedPattern({ maxItems }: Schema): string {
  if (maxItems === 1) return '^[^,]+$'
  return `^[^,]+(,[^,]+)${maxItems === undefined ? '*' : `{0,${maxItems - 1}}`}$`
}

function sealPaths(context: Context): Document['paths'] {
  const paths = { ...context.document.paths }
  for (const { path, method, operation } of operationsOf(context.document))
    paths[path] = { ...paths[path], [method]: sealers[operation['x-family']](operation, context) }
  return paths
}

const sealers: Record<Family, (operation: Operation, context: Context) => Operation> = {
  token: (operation) => operation,
  v2: sealQuery,
  mpc: sealQuery,
  v1: sealBody,
}

// Many tools overlook keywords beside a `$ref`, so the schema of the sealed text is copied.
function sealedSchema(sealed: Schema, content: Schema, { resolve }: Context): Schema {
  const { 'x-not-shown': _marks, ...text } = resolve(sealed)
  return { ...text, contentMediaType: 'application/json', contentSchema: content }
}

const placeholder = (name: string): string => `<sealed text of the example "${name}">`

function envelopeOf(operation: Operation): readonly [Envelope, Operation] {
  const { 'x-envelope': envelope, ...rest } = operation
  if (!envelope) throw new TypeError(`${operation.operationId} needs an x-envelope.`)
  return [envelope, rest]
}

function sealQuery(operation: Operation, context: Context): Operation {
  const [{ request }, { parameters = [], ...rest }] = envelopeOf(operation)
  const sealed = parameters.map((reference) => {
    const parameter = context.resolve<Parameter>(reference)
    return parameter.name === 'data' ? sealedParameter(parameter, request, context) : reference
  })
  return { ...rest, parameters: sealed }
}

function sealedParameter(
  parameter: Parameter,
  { schema, examples = {} }: MediaType,
  context: Context,
): Parameter {
  const { example: _example, 'x-not-shown': _marks, ...rest } = parameter
  const shown = mapExamples(examples, context, (_value, name) => placeholder(name))
  return { ...rest, schema: sealedSchema(parameter.schema, schema, context), examples: shown }
}

function sealBody(operation: Operation, context: Context): Operation {
  const [{ request, response }, rest] = envelopeOf(operation)
  const body = operation.requestBody?.content['application/json']
  const answer = context.resolve<Response>(operation.responses['200'] ?? { description: '' })
  const sealed = answer.content?.['application/json']
  if (!body || !sealed)
    throw new TypeError(`${operation.operationId} needs a sealed request and a sealed answer.`)
  return {
    ...rest,
    requestBody: { required: true, content: { 'application/json': sealedContent(body, request, context) } },
    responses: {
      ...rest.responses,
      200: {
        ...answer,
        content: {
          'application/json': response === 'none' ? sealed : sealedContent(sealed, response, context),
        },
      },
    },
  }
}

function sealedContent(envelope: MediaType, content: MediaType | undefined, context: Context): MediaType {
  if (!content) return envelope
  const { properties = {}, ...schema } = context.resolve<Schema>(envelope.schema)
  const data = sealedSchema(properties['data'] ?? {}, content.schema, context)
  return {
    schema: { ...schema, properties: { ...properties, data } },
    examples: sealedExamples(envelope, content, context),
  }
}

// Sealed text is random, so an example has a placeholder that names the opened example.
function sealedExamples({ examples = {} }: MediaType, content: MediaType, context: Context) {
  const [first] = Object.values(examples)
  const { failure } = examples
  const sealed = first ? membersOf(context.resolve<Example>(first).value) : {}
  const opened = mapExamples(content.examples ?? {}, context, (_value, name) => ({
    ...sealed,
    data: placeholder(name),
  }))
  return { ...opened, ...(failure && { failure }) }
}
