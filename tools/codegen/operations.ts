import {
  type Operation,
  type Parameter,
  type Response,
  type Schema,
  listBranches,
  getReferenceName,
  type createResolver,
} from '../redocly/document.ts'

/** Name of the schema of an operation's parameters, or `NoParameters`. */
export function formatParametersName(operation: Operation): string {
  const { $ref } = operation['x-parameters'] ?? operation.requestBody?.content['application/json']?.schema ?? {}
  return $ref ? getReferenceName($ref) : 'NoParameters'
}

/** Name of the schema of an operation's response. */
export function formatResponseName(operation: Operation): string {
  const response = operation.responses['200']
  const content = response && 'content' in response ? response.content : undefined
  const { $ref } = content?.['application/json']?.schema ?? {}
  if (!$ref)
    throw new TypeError(`The response of ${operation.operationId} has no named schema: move it to a separate file.`)
  return getReferenceName($ref)
}

type Resolve = ReturnType<typeof createResolver>

/** A schema inside another, with the pointer of its value; `*` is every entry of a list. */
export interface Leaf {
  readonly pointer: string
  /** The resolved schema. Fields beside a reference replace those of its target. */
  readonly schema: Schema
  /** Name of the schema that it refers to. */
  readonly name: string | undefined
}

/** Every scalar inside a schema, once for each location. */
export function listLeaves(schema: Schema, resolve: Resolve): readonly Leaf[] {
  const found = new Map<string, Leaf>()
  const visit = (node: Schema, pointer: string): void => {
    const target = { ...resolve<Schema>(node), ...node }
    const branches = (target.anyOf ?? []).filter((branch) => resolve<Schema>(branch).type !== 'integer')
    for (const branch of branches) visit(branch, pointer)
    for (const [name, field] of Object.entries(target.properties ?? {})) visit(field, `${pointer}/${name}`)
    if (target.items) visit(target.items, `${pointer}/*`)
    if (!target.properties && !target.items && branches.length === 0 && !found.has(pointer))
      found.set(pointer, { pointer, schema: target, name: node.$ref?.split('/').at(-1) })
  }
  visit(schema, '')
  return [...found.values()]
}

/** Content of a successful response: the field `data`, or the whole response of an MPC call. */
export function getContent(operation: Operation, resolve: Resolve): Schema | undefined {
  const { content } = resolve<Response>(operation.responses['200'] ?? { description: '' })
  const response = content?.['application/json']
  const [success] = resolve<Schema>(response?.schema ?? {}).anyOf ?? []
  return operation['x-family'] === 'mpc' ? success : success?.properties?.['data']
}

/** Whether a content is a list or a single object. */
export const getKind = (content: Schema, resolve: Resolve): 'list' | 'object' =>
  resolve<Schema>(content).type === 'array' ? 'list' : 'object'

type Kind = 'text' | 'decimal' | 'integer' | 'flag' | 'list'

const kinds: Readonly<Record<string, Kind>> = {
  string: 'text',
  integer: 'integer',
  boolean: 'flag',
  array: 'list',
}

/** Fields that a caller sends, with the type of their value. */
export function listParameters(request: Schema | undefined, resolve: Resolve) {
  const branches = listRequestBranches(request, resolve)
  const fields = branches.flatMap((branch) => Object.entries(branch.properties ?? {}))
  const callerFields = fields.filter(([, field]) => !resolve<Schema>(field)['x-filled'])
  const rows = callerFields.map(([name, field]) => {
    const required = branches.every((branch) => branch.required?.includes(name))
    return [name, { kind: getFieldKind(resolve<Schema>(field)), required }] as const
  })
  return Object.fromEntries(rows)
}

/** Fields that the codec adds: their fixed string, or `null` for the time of the call. */
export function listFilled(request: Schema | undefined, resolve: Resolve) {
  const fields = listRequestBranches(request, resolve).flatMap((branch) => Object.entries(branch.properties ?? {}))
  const filled = fields.map(([name, field]) => [name, resolve<Schema>(field)] as const)
  return Object.fromEntries(
    filled.filter(([, { 'x-filled': mark }]) => mark).map(([name, { const: text }]) => [name, text ?? null]),
  )
}

/** Headers that the client sets to the time of the call. */
export function listFilledHeaders(operation: Operation, resolve: Resolve): Readonly<Record<string, null>> {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(parameter))
  const filled = parameters.filter((parameter) => parameter['x-filled'])
  return Object.fromEntries(filled.map(({ name }) => [name, null]))
}

const listRequestBranches = (request: Schema | undefined, resolve: Resolve): readonly Schema[] =>
  request ? listBranches(resolve<Schema>(request)) : []

function getFieldKind({ type = 'string', 'x-format': format }: Schema): Kind {
  const kind = format === 'amount' ? 'decimal' : kinds[type]
  if (!kind)
    throw new TypeError(
      `A request has a field of type ${type}. Use string, integer, boolean or array, or add ${type} to tools/codegen/operations.ts.`,
    )
  return kind
}
