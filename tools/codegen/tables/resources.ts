// The calls of a client by resource and verb, with flat interfaces as types.
import {
  type Document,
  type Operation,
  getReferenceName,
  listOperations,
  createResolver,
} from '../../redocly/document.ts'
import { formatResponseName, getContent, formatParametersName } from '../operations.ts'

interface Verb {
  readonly resource: string
  readonly verb: string
  readonly id: string
  readonly type: string
  /** Doc comment and signature. */
  readonly text: string
  /** Concepts that the signature names. */
  readonly names: readonly string[]
}

/** The interfaces of the resources, and the function that creates them from the operations. */
export function createResourcesModule(plain: Document): string {
  const all = listOperations(plain).map(({ operation }) => createVerb(operation, plain))
  const resources = Map.groupBy(all, ({ resource }) => resource)
  const verbs = [...resources.values()].flat()
  return [
    formatImports(verbs),
    ...[...resources].map(([resource, own]) => formatInterface(resource, own)),
    formatClient([...resources.keys()]),
    formatOffers(verbs),
    `${formatBuilder(resources)}\n`,
  ].join('\n\n')
}

function formatImports(verbs: readonly Verb[]): string {
  const concepts = [...new Set(verbs.flatMap(({ names }) => names))].toSorted()
  return `import type { ${concepts.join(', ')} } from '@custody-wallet/types'\n\nimport type { Call } from '../call.ts'`
}

function createVerb(operation: Operation, plain: Document): Verb {
  const { operationId: id, description } = operation
  const [resource = '', verb = ''] = (operation['x-resource'] ?? '').split('.')
  if (verb === '') throw new TypeError(`${id} has no x-resource. Add one of the form resource.verb.`)
  const parameters = formatParametersName(operation)
  const response = formatResponseName(operation)
  const value = createValueType(operation, plain)
  const type = `Call<${parameters}, ${value.type}, ${response}>`
  const [meaning = ''] = description.split('\n\n**On the wire**')
  const comment = [...meaning.split('\n'), '', `Operation \`${id}\`.`].map((line) => `   * ${line}`.trimEnd())
  const text = `  /**\n${comment.join('\n')}\n   */\n  readonly ${verb}: ${type}`
  return { resource, verb, id, type, text, names: [parameters, response, ...value.names] }
}

// Type of the content of a successful response.
function createValueType(operation: Operation, plain: Document): { type: string; names: readonly string[] } {
  const content = getContent(operation, createResolver(plain))
  if (!content) return { type: 'void', names: [] }
  const { $ref = content.items?.$ref } = content
  if ($ref === undefined)
    throw new TypeError(
      `The content of the response of ${operation.operationId} has no named schema: move it to a separate file.`,
    )
  const name = getReferenceName($ref)
  return { type: content.items ? `readonly ${name}[]` : name, names: [name] }
}

const formatInterface = (resource: string, verbs: readonly Verb[]): string =>
  `/** Calls of \`${resource}\`. */\nexport interface ${formatTypeName(resource)} {\n${verbs.map(({ text }) => text).join('\n')}\n}`

const formatClient = (resources: readonly string[]): string =>
  `/** Every call, by resource and verb. */\nexport interface Resources {\n${resources
    .map((name) => `  readonly ${name}: ${formatTypeName(name)}`)
    .join('\n')}\n}`

const formatTypeName = (resource: string): string => `${resource.charAt(0).toUpperCase()}${resource.slice(1)}Resource`

const formatOffers = (verbs: readonly Verb[]): string =>
  `/** Every call, by the id of its operation. */\nexport interface Calls {\n${verbs
    .map(({ id, type }) => `  readonly ${id}: ${type}`)
    .join('\n')}\n}`

function formatBuilder(resources: ReadonlyMap<string, readonly Verb[]>): string {
  const lines = [...resources].map(([resource, verbs]) => {
    const fields = verbs.map(({ verb, id }) => `${verb}: createCall('${id}')`)
    return `  ${resource}: { ${fields.join(', ')} },`
  })
  return `/** Names the calls: what \`createCall\` makes of each operation, by resource and verb. */
export const groupCalls = (createCall: <Id extends keyof Calls>(id: Id) => Calls[Id]): Resources => ({
${lines.join('\n')}
})`
}
