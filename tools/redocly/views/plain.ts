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
  branchesOf,
  nameOf,
  operationsOf,
} from '../document.ts'
import {
  type Context,
  contextOf,
  mapBranches,
  mapExamples,
  mapSchemas,
  memberExamples,
  membersOf,
  openExamples,
  withoutMembers,
} from './project.ts'
import { keepOpenPoints, prune } from './prune.ts'

/** The plain view: every call with its sealed content opened. */
export function plainView(contract: Document): Document {
  const context = contextOf(contract)
  const opened = mapSchemas(contract, (schema) =>
    mapBranches(schema, (branch) => withoutMembers(branch, context.filled)),
  )
  const schemas = { ...opened.components.schemas, ...answerSchemas(context) }
  const components = { ...opened.components, schemas }
  const view = { ...opened, servers, components, paths: openPaths(context), 'x-view': 'plain' as const }
  return keepOpenPoints(prune(view), contract)
}

// Mocks, the sandbox and gateways serve all calls of the plain view at one address.
const servers: readonly Server[] = [
  {
    url: 'http://127.0.0.1:4010',
    description:
      'Plain mock on this machine. The plain view of the sandbox is on port 4020; your own gateway has another address.',
  },
]

function openPaths({ document, ...context }: Context): Document['paths'] {
  const paths: Record<string, PathItem> = {}
  for (const { path, method, item, operation } of operationsOf(document)) {
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

// In the plain view, sealed calls need no security: the client or gateway holds the keys.
function openEnvelope(operation: Operation): readonly [Envelope, Operation] {
  const { 'x-envelope': envelope, ...rest } = described(operation)
  if (!envelope) throw new TypeError(`${operation.operationId} needs an x-envelope.`)
  return [envelope, { ...rest, security: [] }]
}

function openQuery(operation: Operation, context: Context): Operation {
  const [{ request, links }, { parameters: _sealed, ...rest }] = openEnvelope(operation)
  const parameters = queryParameters(request, context)
  const answer = context.resolve<Response>(operation.responses['200'] ?? { description: '' })
  return {
    ...rest,
    ...(parameters.length > 0 && { parameters }),
    'x-parameters': request.schema,
    ...(links && { responses: { ...rest.responses, 200: { ...answer, links } } }),
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
      200: { ...answerOf(operation, response, context), ...(links && { links }) },
    },
  }
}

// Query parameters: the members that the codec does not fill in. A member may have another form in each branch of the
// schema; `x-parameters` has the rule that binds the branches, for our own generators.
function queryParameters({ schema, examples = {} }: MediaType, context: Context): readonly Parameter[] {
  const branches = branchesOf(context.resolve<Schema>(schema))
  const names = new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))
  return [...names].flatMap((name) => {
    const forms = branches.flatMap((branch) => formIn(branch, name, context))
    if (forms.length === 0) return []
    const required = branches.every((branch) => branch.required?.includes(name))
    return [
      { name, in: 'query', required, ...shapeOf(forms, context), ...examplesOf(name, examples, context) },
    ]
  })
}

interface Form {
  readonly branch: string | undefined
  readonly schema: Schema
  readonly description: string
  readonly list: boolean
}

function formIn(branch: Schema, name: string, { resolve, filled }: Context): readonly Form[] {
  const schema = branch.properties?.[name]
  if (!schema || filled(schema)) return []
  const { description = '', type } = { ...resolve<Schema>(schema), ...schema }
  return [{ branch: branch.title, schema, description, list: type === 'array' }]
}

// With several forms, the title of its branch says when each applies.
function shapeOf(
  forms: readonly Form[],
  { resolve }: Context,
): Pick<Parameter, 'description' | 'schema' | 'style' | 'explode'> {
  const [first] = forms
  if (forms.length > 1 || !first) {
    const description = forms.map((form) => `- ${form.branch}: ${form.description}`).join('\n')
    return {
      description,
      schema: commonSchema(forms.map(({ schema }) => ({ ...resolve(schema), ...schema }))),
    }
  }
  return {
    description: first.description,
    schema: first.schema,
    ...(first.list && { style: 'form', explode: false }),
  }
}

// Words are in the description of the parameter, and open points move to the root.
const ownWords: ReadonlySet<string> = new Set(['$ref', 'title', 'description', 'examples', 'x-not-shown'])

// Generators write a class for each `anyOf`. A type that all forms have is simpler, with the keywords that they share.
function commonSchema(forms: readonly Schema[]): Schema {
  const [first = {}, ...others] = forms
  if (others.some(({ type }) => type !== first.type)) return { anyOf: forms }
  const rest = others.map((form) => new Map<string, unknown>(Object.entries(form)))
  const shared = Object.entries(first).filter(
    ([keyword, value]) =>
      !ownWords.has(keyword) && rest.every((form) => isDeepStrictEqual(form.get(keyword), value)),
  )
  return Object.fromEntries(shared)
}

function examplesOf(name: string, examples: Examples, context: Context): Pick<Parameter, 'examples'> {
  const shown = memberExamples(name, examples, context)
  return Object.keys(shown).length > 0 ? { examples: shown } : {}
}

// v1 answers are `{code, msg, data}` with `data` opened, or a failure without `data`.

type Content = Envelope['response']

const schemaAt = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

function answerName(response: Content): string {
  if (response === undefined || response === 'none') return 'EmptyAnswer'
  if (!response.schema.$ref) throw new TypeError('The response of an x-envelope refers to a named schema.')
  return `${nameOf(response.schema.$ref)}Answer`
}

function answerSchemas({ document }: Context): Readonly<Record<string, Schema>> {
  const responses = operationsOf(document)
    .filter(({ operation }) => operation['x-family'] === 'v1')
    .map(({ operation }) => operation['x-envelope']?.response)
  return Object.fromEntries(responses.map((response) => [answerName(response), answerSchema(response)]))
}

function answerSchema(response: Content): Schema {
  const data = response === undefined || response === 'none' ? undefined : response.schema
  const success: Schema = {
    title: 'Success',
    description: 'Call that succeeded.',
    type: 'object',
    required: ['code', 'msg', ...(data ? ['data'] : [])],
    properties: { code: schemaAt('SuccessNumber'), msg: schemaAt('Message'), ...(data && { data }) },
  }
  const description = `${data ? 'Opened content' : 'Success without content'}, or a failure.`
  return { title: answerTitle(response), description, anyOf: [success, schemaAt('V1Failure')] }
}

const answerTitle = (response: Content): string =>
  answerName(response)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/ [A-Z]/g, (letter) => letter.toLowerCase())

function answerOf(operation: Operation, response: Content, context: Context): Response {
  const examples = { ...successes(response, context), ...failure(operation, context) }
  const content = { 'application/json': { schema: schemaAt(answerName(response)), examples } }
  return { description: 'Answer with its content opened, or a failure with a non-zero code.', content }
}

function successes(response: Content, context: Context) {
  const success = { code: 0, msg: 'success' }
  if (response === undefined || response === 'none')
    return { typical: { summary: 'The call succeeded; there is no content', value: success } }
  return mapExamples(response.examples ?? {}, context, (data) => ({ ...success, data }))
}

function failure(operation: Operation, context: Context) {
  const sealed = context.resolve<Response>(operation.responses['200'] ?? { description: '' })
  const { failure: example } = sealed.content?.['application/json']?.examples ?? {}
  if (!example) throw new TypeError(`${operation.operationId} needs an example named failure.`)
  return mapExamples({ failure: example }, context, withoutSeal)
}

function withoutSeal(value: Json): Json {
  const { data: _data, sign: _sign, ...rest } = membersOf(value)
  return rest
}
