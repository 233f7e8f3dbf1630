// The calls of the sandbox's control interface: the path and the parameters of each.
import {
  type Document,
  isReference,
  type Operation,
  listOperations,
  type Parameter,
  createResolver,
  type Schema,
} from '../../redocly/document.ts'
import { listParameters } from '../operations.ts'
import { createShape } from '../validators/modules.ts'
import { formatConstant } from './facts.ts'

export function createControlModule(control: Document): string {
  const resolve = createResolver(control)
  const rows = listOperations(control).map(({ path, method, operation }) => {
    const { operationId: id, summary, requestBody } = operation
    const query = createQuerySchema(operation, resolve)
    const [media] = Object.keys(requestBody?.content ?? { none: {} })
    const kinds = Object.entries(listParameters(query, resolve)).map(([name, { kind }]) => [name, kind])
    const schema = requestBody?.content['application/json']?.schema ?? query
    const shape = createShape(inlineSchema(schema, resolve))
    const where = { method: method.toUpperCase(), path, media, query: Object.fromEntries(kinds) }
    return [id, { id, summary, ...where, help: describeFields(schema, operation, resolve), shape }]
  })
  const calls = formatConstant('controlCalls', 'Every control call, by its id.', Object.fromEntries(rows))
  return `${calls}
export type ControlId = keyof typeof controlCalls
`
}

/** Descriptions of the fields of a call, for forms. */
function describeFields(
  schema: Schema,
  { parameters = [] }: Operation,
  resolve: ReturnType<typeof createResolver>,
): Readonly<Record<string, string>> {
  const query = Object.fromEntries(
    parameters.map((each) => resolve<Parameter>(each)).map(({ name, description }) => [name, description]),
  )
  const { properties = {} } = resolve<Schema>(schema)
  const fields = Object.entries(properties).map(([name, field]) => {
    const description = query[name] ?? field.description ?? resolve<Schema>(field).description ?? ''
    return [name, description.trim().replaceAll(/\s+/g, ' ')]
  })
  return Object.fromEntries(fields)
}

function createQuerySchema({ parameters = [] }: Operation, resolve: ReturnType<typeof createResolver>): Schema {
  const namedParameters = parameters.map((each) => resolve<Parameter>(each))
  const required = namedParameters.filter((each) => each.required).map(({ name }) => name)
  const properties = Object.fromEntries(namedParameters.map(({ name, schema }) => [name, schema]))
  return { type: 'object', additionalProperties: false, required, properties }
}

// The shapes of the contract name only schemas of the contract.
const inlineSchema = (node: Schema, resolve: ReturnType<typeof createResolver>): Schema =>
  JSON.parse(JSON.stringify(node), (_name, value: unknown) =>
    isReference(value) ? inlineSchema(resolve<Schema>(value), resolve) : value,
  )
