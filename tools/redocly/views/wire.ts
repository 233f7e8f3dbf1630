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
  getReferenceName,
  listOperations,
} from '../document.ts'
import { type Context, createContext, mapBranches, mapExamples, mapFields, mapSchemas, toFields } from './project.ts'
import { keepOpenPoints, prune } from './prune.ts'

/** The wire view: sealed strings, each with the schema of its opened content. */
export function createWireView(contract: Document): Document {
  const context = createContext(contract)
  const lists = findJoinedLists(contract)
  const written = mapSchemas(contract, (schema, name) =>
    mapBranches(schema, (branch) =>
      mapFields(branch, (field, key) => createWireForm(field, lists.get(name) === key, context)),
    ),
  )
  const view = { ...written, paths: sealPaths(context), 'x-view': 'wire' as const }
  return keepOpenPoints(prune(view), contract)
}

// Names of requests whose list is sent as one joined string, with the field of the list.
function findJoinedLists(contract: Document): ReadonlyMap<string, string> {
  const lists = listOperations(contract).flatMap(({ operation }) => {
    const { $ref } = operation['x-envelope']?.request.schema ?? {}
    const batch = operation['x-batch']
    return $ref && batch ? [[getReferenceName($ref), batch.parameter] as const] : []
  })
  return new Map(lists)
}

function createWireForm(field: Schema, isJoined: boolean, { resolve }: Context): Schema {
  const { description = '' } = field
  if (field['x-wire-number']) {
    const isUnsigned = resolve<Schema>(field)['x-format'] === 'amount'
    return { type: 'number', description, ...(isUnsigned && { minimum: 0 }), 'x-wire-number': true }
  }
  if (isJoined)
    return {
      type: 'string',
      description: `${description} Joined with commas.`,
      pattern: createJoinedPattern(field),
    }
  return field
}

// Entries of a joined list are not empty and contain no comma.
function createJoinedPattern({ maxItems }: Schema): string {
  if (maxItems === 1) return '^[^,]+$'
  return `^[^,]+(,[^,]+)${maxItems === undefined ? '*' : `{0,${maxItems - 1}}`}$`
}

function sealPaths(context: Context): Document['paths'] {
  const paths = { ...context.document.paths }
  for (const { path, method, operation } of listOperations(context.document))
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
function createSealedSchema(sealed: Schema, content: Schema, { resolve }: Context): Schema {
  const { 'x-open-point': _marks, ...text } = resolve(sealed)
  return { ...text, contentMediaType: 'application/json', contentSchema: content }
}

const createPlaceholder = (name: string): string => `<sealed text of the example "${name}">`

function takeEnvelope(operation: Operation): readonly [Envelope, Operation] {
  const { 'x-envelope': envelope, ...rest } = operation
  if (!envelope) throw new TypeError(`${operation.operationId} needs an x-envelope.`)
  return [envelope, rest]
}

function sealQuery(operation: Operation, context: Context): Operation {
  const [{ request }, { parameters = [], ...rest }] = takeEnvelope(operation)
  const sealed = parameters.map((reference) => {
    const parameter = context.resolve<Parameter>(reference)
    return parameter.name === 'data' ? createSealedParameter(parameter, request, context) : reference
  })
  return { ...rest, parameters: sealed }
}

function createSealedParameter(
  parameter: Parameter,
  { schema, examples = {} }: MediaType,
  context: Context,
): Parameter {
  const { example: _example, 'x-open-point': _marks, ...rest } = parameter
  const shown = mapExamples(examples, context, (_value, name) => createPlaceholder(name))
  return { ...rest, schema: createSealedSchema(parameter.schema, schema, context), examples: shown }
}

function sealBody(operation: Operation, context: Context): Operation {
  const [{ request, response }, rest] = takeEnvelope(operation)
  const body = operation.requestBody?.content['application/json']
  const successResponse = context.resolve<Response>(operation.responses['200'] ?? { description: '' })
  const sealed = successResponse.content?.['application/json']
  if (!body || !sealed) throw new TypeError(`${operation.operationId} needs a sealed request and a sealed response.`)
  return {
    ...rest,
    requestBody: {
      required: true,
      content: { 'application/json': createSealedContent(body, request, context) },
    },
    responses: {
      ...rest.responses,
      200: {
        ...successResponse,
        content: {
          'application/json': response === 'none' ? sealed : createSealedContent(sealed, response, context),
        },
      },
    },
  }
}

function createSealedContent(envelope: MediaType, content: MediaType | undefined, context: Context): MediaType {
  if (!content) return envelope
  const { properties = {}, ...schema } = context.resolve<Schema>(envelope.schema)
  const data = createSealedSchema(properties['data'] ?? {}, content.schema, context)
  return {
    schema: { ...schema, properties: { ...properties, data } },
    examples: createSealedExamples(envelope, content, context),
  }
}

// Sealed text is random, so an example has a placeholder that names the opened example.
function createSealedExamples({ examples = {} }: MediaType, content: MediaType, context: Context) {
  const [first] = Object.values(examples)
  const { failure } = examples
  const sealed = first ? toFields(context.resolve<Example>(first).value) : {}
  const opened = mapExamples(content.examples ?? {}, context, (_value, name) => ({
    ...sealed,
    data: createPlaceholder(name),
  }))
  return { ...opened, ...(failure && { failure }) }
}
