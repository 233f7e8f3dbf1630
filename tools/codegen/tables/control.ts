// The calls of the sandbox's control interface: where each one is, and the shape of its parameters.
import {
  type Document,
  isReference,
  type Operation,
  operationsOf,
  type Parameter,
  resolver,
  type Schema,
} from '../../redocly/document.ts'
import { parametersOf } from '../operations.ts'
import { shapeOf } from '../validators/modules.ts'
import { constant } from './facts.ts'

export function controlModule(control: Document): string {
  const resolve = resolver(control)
  const rows = operationsOf(control).map(({ path, method, operation }) => {
    const { operationId: id, summary, requestBody } = operation
    const query = queryOf(operation)
    const [media] = Object.keys(requestBody?.content ?? { none: {} })
    const kinds = Object.entries(parametersOf(query, resolve)).map(([name, { kind }]) => [name, kind])
    const shape = shapeOf(inlined(requestBody?.content['application/json']?.schema ?? query, resolve))
    const where = { method: method.toUpperCase(), path, media, query: Object.fromEntries(kinds) }
    return [id, { id, summary, ...where, shape }]
  })
  return constant('controlCalls', 'Every control call, by its id.', Object.fromEntries(rows))
}

function queryOf({ parameters = [] }: Operation): Schema {
  const named = parameters.filter((each): each is Parameter => 'name' in each)
  const required = named.filter((each) => each.required).map(({ name }) => name)
  const properties = Object.fromEntries(named.map(({ name, schema }) => [name, schema]))
  return { type: 'object', additionalProperties: false, required, properties }
}

// The shapes of the contract name only schemas of the contract.
const inlined = (node: Schema, resolve: ReturnType<typeof resolver>): Schema =>
  JSON.parse(JSON.stringify(node), (_name, value: unknown) =>
    isReference(value) ? inlined(resolve<Schema>(value), resolve) : value,
  )
