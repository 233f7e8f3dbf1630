import {
  type Operation,
  type Parameter,
  type Response,
  type Schema,
  branchesOf,
  nameOf,
  type resolver,
} from '../redocly/document.ts'

/** Name of the schema of an operation's parameters, or `NoParameters`. */
export function parametersName(operation: Operation): string {
  const { $ref } =
    operation['x-parameters'] ?? operation.requestBody?.content['application/json']?.schema ?? {}
  return $ref ? nameOf($ref) : 'NoParameters'
}

/** Name of the schema of an operation's answer. */
export function answerName(operation: Operation): string {
  const answer = operation.responses['200']
  const content = answer && 'content' in answer ? answer.content : undefined
  const { $ref } = content?.['application/json']?.schema ?? {}
  if (!$ref)
    throw new TypeError(
      `The answer of ${operation.operationId} has no named schema: move it to a file of its own.`,
    )
  return nameOf($ref)
}

type Resolve = ReturnType<typeof resolver>

/** A schema inside another, with the pointer of its value; `*` is every entry of a list. */
export interface Leaf {
  readonly pointer: string
  /** The resolved schema. Members beside a reference replace those of its target. */
  readonly schema: Schema
  /** Name of the schema that it refers to. */
  readonly name: string | undefined
}

/** Every scalar inside a schema, once for each place. */
export function leavesOf(schema: Schema, resolve: Resolve): readonly Leaf[] {
  const found = new Map<string, Leaf>()
  const visit = (node: Schema, pointer: string): void => {
    const target = { ...resolve<Schema>(node), ...node }
    const branches = (target.anyOf ?? []).filter((branch) => resolve<Schema>(branch).type !== 'integer')
    for (const branch of branches) visit(branch, pointer)
    for (const [name, member] of Object.entries(target.properties ?? {})) visit(member, `${pointer}/${name}`)
    if (target.items) visit(target.items, `${pointer}/*`)
    if (!target.properties && !target.items && branches.length === 0 && !found.has(pointer))
      found.set(pointer, { pointer, schema: target, name: node.$ref?.split('/').at(-1) })
  }
  visit(schema, '')
  return [...found.values()]
}

/** Content of a successful answer: the member `data`, or the whole answer of an MPC call. */
export function contentOf(operation: Operation, resolve: Resolve): Schema | undefined {
  const { content } = resolve<Response>(operation.responses['200'] ?? { description: '' })
  const answer = content?.['application/json']
  const [success] = resolve<Schema>(answer?.schema ?? {}).anyOf ?? []
  return operation['x-family'] === 'mpc' ? success : success?.properties?.['data']
}

/** Whether a content is a list or a single object. */
export const kindOf = (content: Schema, resolve: Resolve): 'list' | 'object' =>
  resolve<Schema>(content).type === 'array' ? 'list' : 'object'

type Kind = 'text' | 'decimal' | 'integer' | 'flag' | 'list'

const kinds: Readonly<Record<string, Kind>> = {
  string: 'text',
  integer: 'integer',
  boolean: 'flag',
  array: 'list',
}

/** Members that a caller gives, with the kind of their value. */
export function parametersOf(request: Schema | undefined, resolve: Resolve) {
  const branches = branchesAt(request, resolve)
  const members = branches.flatMap((branch) => Object.entries(branch.properties ?? {}))
  const given = members.filter(([, member]) => !resolve<Schema>(member)['x-filled'])
  const rows = given.map(([name, member]) => {
    const required = branches.every((branch) => branch.required?.includes(name))
    return [name, { kind: memberKind(resolve<Schema>(member)), required }] as const
  })
  return Object.fromEntries(rows)
}

/** Members that the codec fills in: their fixed text, or `null` for the moment of the call. */
export function filledOf(request: Schema | undefined, resolve: Resolve) {
  const members = branchesAt(request, resolve).flatMap((branch) => Object.entries(branch.properties ?? {}))
  const filled = members.map(([name, member]) => [name, resolve<Schema>(member)] as const)
  return Object.fromEntries(
    filled.filter(([, { 'x-filled': mark }]) => mark).map(([name, { const: text }]) => [name, text ?? null]),
  )
}

/** Headers that the client fills in with the moment of the call. */
export function filledHeaders(operation: Operation, resolve: Resolve): Readonly<Record<string, null>> {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(parameter))
  const filled = parameters.filter((parameter) => parameter['x-filled'])
  return Object.fromEntries(filled.map(({ name }) => [name, null]))
}

const branchesAt = (request: Schema | undefined, resolve: Resolve): readonly Schema[] =>
  request ? branchesOf(resolve<Schema>(request)) : []

function memberKind({ type = 'string', 'x-format': format }: Schema): Kind {
  const kind = format === 'amount' ? 'decimal' : kinds[type]
  if (!kind)
    throw new TypeError(
      `A request has a member of type ${type}. Use string, integer, boolean or array, or add ${type} to tools/codegen/operations.ts.`,
    )
  return kind
}
