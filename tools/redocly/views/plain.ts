import { isDeepStrictEqual } from 'node:util'

import {
  type Document,
  type Envelope,
  type Examples,
  type Family,
  type Json,
  type MediaType,
  type Operation,
  type Parameter,
  type PathItem,
  type Response,
  type Schema,
  type Server,
  listBranches,
  getReferenceName,
  listOperations,
} from '../document.ts'
import {
  type Context,
  createContext,
  mapBranches,
  mapExamples,
  mapSchemas,
  listFieldExamples,
  toFields,
  openExamples,
  removeFields,
} from './project.ts'
import { keepOpenPoints, prune } from './prune.ts'

/** The plain view: every call with its sealed content opened. */
export function createPlainView(contract: Document): Document {
  const context = createContext(contract)
  const openedContract = mapSchemas(contract, (schema) =>
    mapBranches(schema, (branch) => removeFields(branch, context.filled)),
  )
  const schemas = { ...openedContract.components.schemas, ...createResponseSchemas(context) }
  const components = { ...openedContract.components, schemas }
  const view = {
    ...openedContract,
    servers,
    components,
    paths: openPaths(context),
    'x-view': 'plain' as const,
  }
  return keepOpenPoints(prune(view), contract)
}

// Mocks, the sandbox and gateways serve all calls of the plain view at one address.
const servers: readonly Server[] = [
  {
    url: 'http://127.0.0.1:4010',
    description:
      'Plain mock on this machine. The sandbox serves the plain view on port 4020. Your gateway has another address.',
  },
]

function openPaths({ document, ...context }: Context): Document['paths'] {
  const paths: Record<string, PathItem> = {}
  for (const { path, method, item, operation } of listOperations(document)) {
    const { servers: _sealed, ...rest } = paths[path] ?? item
    paths[path] = { ...rest, [method]: openers[operation['x-family']](operation, { document, ...context }) }
  }
  return paths
}

const openers: Record<Family, (operation: Operation, context: Context) => Operation> = {
  token: openToken,
  v2: openQuery,
  mpc: openQuery,
  v1: openBody,
}

const wireNotes: Record<Family, string> = {
  token: 'the call has a header `Timestamp`, which the client sets.',
  v2: 'the parameters are encrypted into one string, `data`, in the query next to `app_id`. The codec adds `time`, `charset` and `version` to them.',
  mpc: 'the parameters are encrypted into one string, `data`, in the query next to `app_id`. The codec adds `time` and `charset` to them.',
  v1: 'the body is encrypted into `data` of an envelope with `app_id`, `time` and `sign`. The response is an envelope, too: its `data` is encrypted for the caller.',
}

function addWireNote(operation: Operation): Operation {
  const note = `**On the wire** ${wireNotes[operation['x-family']]}`
  return { ...operation, description: `${operation.description.trim()}\n\n${note}` }
}

function openToken(operation: Operation, { filled }: Context): Operation {
  const { parameters = [], ...rest } = addWireNote(operation)
  const visible = parameters.filter((parameter) => !filled(parameter))
  return { ...rest, ...(visible.length > 0 && { parameters: visible }) }
}

// In the plain view, sealed calls need no security: the client or gateway holds the keys.
function openEnvelope(operation: Operation): readonly [Envelope, Operation] {
  const { 'x-envelope': envelope, ...rest } = addWireNote(operation)
  if (!envelope) throw new TypeError(`${operation.operationId} needs an x-envelope.`)
  return [envelope, { ...rest, security: [] }]
}

function openQuery(operation: Operation, context: Context): Operation {
  const [{ request, links }, { parameters: _sealed, ...rest }] = openEnvelope(operation)
  const parameters = createQueryParameters(request, context)
  const response = context.resolve<Response>(operation.responses['200'] ?? { description: '' })
  return {
    ...rest,
    ...(parameters.length > 0 && { parameters }),
    'x-parameters': request.schema,
    ...(links && { responses: { ...rest.responses, 200: { ...response, links } } }),
  }
}

function openBody(operation: Operation, context: Context): Operation {
  const [{ request, response, links }, rest] = openEnvelope(operation)
  const content = { schema: request.schema, examples: openExamples(request, context) }
  return {
    ...rest,
    requestBody: { required: true, content: { 'application/json': content } },
    responses: {
      ...rest.responses,
      200: { ...createResponse(operation, response, context), ...(links && { links }) },
    },
  }
}

// Query parameters: the fields that the codec doesn't add. A field may have another form in each branch of the
// schema; `x-parameters` has the rule that binds the branches, for our own generators.
function createQueryParameters({ schema, examples = {} }: MediaType, context: Context): readonly Parameter[] {
  const branches = listBranches(context.resolve<Schema>(schema))
  const names = new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))
  return [...names].flatMap((name) => {
    const forms = branches.flatMap((branch) => findForms(branch, name, context))
    if (forms.length === 0) return []
    const required = branches.every((branch) => branch.required?.includes(name))
    return [
      {
        name,
        in: 'query',
        required,
        ...createShape(forms, context),
        ...createExamples(name, examples, context),
      },
    ]
  })
}

interface Form {
  readonly branch: string | undefined
  readonly schema: Schema
  readonly description: string
  readonly isList: boolean
}

function findForms(branch: Schema, name: string, { resolve, filled }: Context): readonly Form[] {
  const schema = branch.properties?.[name]
  if (!schema || filled(schema)) return []
  const { description = '', type } = { ...resolve<Schema>(schema), ...schema }
  return [{ branch: branch.title, schema, description, isList: type === 'array' }]
}

// With several forms, the title of its branch says when each applies.
function createShape(
  forms: readonly Form[],
  { resolve }: Context,
): Pick<Parameter, 'description' | 'schema' | 'style' | 'explode'> {
  const [first] = forms
  if (forms.length > 1 || !first) {
    const description = forms.map((form) => `- ${form.branch}: ${form.description}`).join('\n')
    return {
      description,
      schema: createCommonSchema(forms.map(({ schema }) => ({ ...resolve(schema), ...schema }))),
    }
  }
  return {
    description: first.description,
    schema: first.schema,
    ...(first.isList && { style: 'form', explode: false }),
  }
}

// Words are in the description of the parameter, and open points move to the root.
const ownWords: ReadonlySet<string> = new Set(['$ref', 'title', 'description', 'examples', 'x-open-point'])

// Generators write a class for each `anyOf`. A type that all forms have is simpler, with the keywords that they share.
function createCommonSchema(forms: readonly Schema[]): Schema {
  const [first = {}, ...others] = forms
  if (others.some(({ type }) => type !== first.type)) return { anyOf: forms }
  const rest = others.map((form) => new Map<string, unknown>(Object.entries(form)))
  const shared = Object.entries(first).filter(
    ([keyword, value]) => !ownWords.has(keyword) && rest.every((form) => isDeepStrictEqual(form.get(keyword), value)),
  )
  return Object.fromEntries(shared)
}

function createExamples(name: string, examples: Examples, context: Context): Pick<Parameter, 'examples'> {
  const visible = listFieldExamples(name, examples, context)
  return Object.keys(visible).length > 0 ? { examples: visible } : {}
}

// v1 responses are `{code, msg, data}` with `data` opened, or a failure without `data`.

type Content = Envelope['response']

const createReference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

function formatResponseName(response: Content): string {
  if (response === undefined || response === 'none') return 'EmptyResponse'
  if (!response.schema.$ref) throw new TypeError('The response of an x-envelope refers to a named schema.')
  return `${getReferenceName(response.schema.$ref)}Response`
}

function createResponseSchemas({ document }: Context): Readonly<Record<string, Schema>> {
  const responses = listOperations(document)
    .filter(({ operation }) => operation['x-family'] === 'v1')
    .map(({ operation }) => operation['x-envelope']?.response)
  return Object.fromEntries(responses.map((response) => [formatResponseName(response), createResponseSchema(response)]))
}

function createResponseSchema(response: Content): Schema {
  const data = response === undefined || response === 'none' ? undefined : response.schema
  const success: Schema = {
    title: 'Success',
    description: 'Successful response.',
    type: 'object',
    required: ['code', 'msg', ...(data ? ['data'] : [])],
    properties: {
      code: createReference('SuccessNumber'),
      msg: createReference('Message'),
      ...(data && { data }),
    },
  }
  const description = `${data ? 'Opened content' : 'Success without content'}, or a failure.`
  return { title: formatResponseTitle(response), description, anyOf: [success, createReference('V1Failure')] }
}

const formatResponseTitle = (response: Content): string =>
  formatResponseName(response)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/ [A-Z]/g, (letter) => letter.toLowerCase())

function createResponse(operation: Operation, response: Content, context: Context): Response {
  const examples = { ...createSuccesses(response, context), ...createFailure(operation, context) }
  const content = { 'application/json': { schema: createReference(formatResponseName(response)), examples } }
  return { description: 'Response with its content opened, or a failure with a non-zero code.', content }
}

function createSuccesses(response: Content, context: Context) {
  const success = { code: 0, msg: 'success' }
  if (response === undefined || response === 'none')
    return { typical: { summary: 'The call succeeded without content', value: success } }
  return mapExamples(response.examples ?? {}, context, (data) => ({ ...success, data }))
}

function createFailure(operation: Operation, context: Context) {
  const sealed = context.resolve<Response>(operation.responses['200'] ?? { description: '' })
  const { failure: example } = sealed.content?.['application/json']?.examples ?? {}
  if (!example) throw new TypeError(`${operation.operationId} needs an example named failure.`)
  return mapExamples({ failure: example }, context, removeSeal)
}

function removeSeal(value: Json): Json {
  const { data: _data, sign: _sign, ...rest } = toFields(value)
  return rest
}
