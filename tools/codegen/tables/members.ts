import {
  branchesOf,
  type Operation,
  type Parameter,
  type resolver,
  type Schema,
} from '../../redocly/document.ts'

type Resolve = ReturnType<typeof resolver>
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
    return [name, { kind: kindOf(resolve<Schema>(member)), required }] as const
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

function kindOf({ type = 'string', 'x-format': format }: Schema): Kind {
  const kind = format === 'amount' ? 'decimal' : kinds[type]
  if (!kind)
    throw new TypeError(`No member of a request can be of type ${type}; a member of text is at hand.`)
  return kind
}
