// The calls of a client by resource and verb, with flat interfaces as types.
import { type Document, type Operation, nameOf, operationsOf, resolver } from '../../redocly/document.ts'
import { answerName, contentOf, parametersName } from '../operations.ts'

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
export function resourcesModule(plain: Document): string {
  const all = operationsOf(plain).map(({ operation }) => verbOf(operation, plain))
  const resources = Map.groupBy(all, ({ resource }) => resource)
  const verbs = [...resources.values()].flat()
  return [
    importsOf(verbs),
    ...[...resources].map(([resource, own]) => interfaceOf(resource, own)),
    wholeOf([...resources.keys()]),
    offersOf(verbs),
    `${builderOf(resources)}\n`,
  ].join('\n\n')
}

function importsOf(verbs: readonly Verb[]): string {
  const concepts = [...new Set(verbs.flatMap(({ names }) => names))].toSorted()
  return `import type { ${concepts.join(', ')} } from '@custody-wallet/types'\n\nimport type { Call } from '../calls/types.ts'`
}

function verbOf(operation: Operation, plain: Document): Verb {
  const { operationId: id, description } = operation
  const [resource = '', verb = ''] = (operation['x-resource'] ?? '').split('.')
  if (verb === '') throw new TypeError(`${id} has no x-resource. Add one of the form resource.verb.`)
  const parameters = parametersName(operation)
  const answer = answerName(operation)
  const value = valueOf(operation, plain)
  const type = `Call<${parameters}, ${value.type}, ${answer}>`
  const [meaning = ''] = description.split('\n\n**On the wire**')
  const comment = [...meaning.split('\n'), '', `Operation \`${id}\`.`].map((line) => `   * ${line}`.trimEnd())
  const text = `  /**\n${comment.join('\n')}\n   */\n  readonly ${verb}: ${type}`
  return { resource, verb, id, type, text, names: [parameters, answer, ...value.names] }
}

// Type of the content of a successful answer.
function valueOf(operation: Operation, plain: Document): { type: string; names: readonly string[] } {
  const content = contentOf(operation, resolver(plain))
  if (!content) return { type: 'void', names: [] }
  const { $ref = content.items?.$ref } = content
  if ($ref === undefined)
    throw new TypeError(
      `The content of the answer of ${operation.operationId} has no named schema: move it to a file of its own.`,
    )
  const name = nameOf($ref)
  return { type: content.items ? `readonly ${name}[]` : name, names: [name] }
}

const interfaceOf = (resource: string, verbs: readonly Verb[]): string =>
  `/** Calls of \`${resource}\`. */\nexport interface ${typeName(resource)} {\n${verbs.map(({ text }) => text).join('\n')}\n}`

const wholeOf = (resources: readonly string[]): string =>
  `/** Every call, by resource and verb. */\nexport interface Resources {\n${resources
    .map((name) => `  readonly ${name}: ${typeName(name)}`)
    .join('\n')}\n}`

const typeName = (resource: string): string =>
  `${resource.charAt(0).toUpperCase()}${resource.slice(1)}Resource`

const offersOf = (verbs: readonly Verb[]): string =>
  `/** Every call, by the id of its operation. */\nexport interface Calls {\n${verbs
    .map(({ id, type }) => `  readonly ${id}: ${type}`)
    .join('\n')}\n}`

function builderOf(resources: ReadonlyMap<string, readonly Verb[]>): string {
  const lines = [...resources].map(([resource, verbs]) => {
    const members = verbs.map(({ verb, id }) => `${verb}: callOf('${id}')`)
    return `  ${resource}: { ${members.join(', ')} },`
  })
  return `/** Names the calls: what \`callOf\` makes of each operation, by resource and verb. */
export const resourcesOf = (callOf: <Id extends keyof Calls>(id: Id) => Calls[Id]): Resources => ({
${lines.join('\n')}
})`
}
