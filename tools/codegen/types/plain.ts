// Types of the plain view. openapi-typescript makes them; every named schema is then lifted out of `components` into
// a type of its own, so that editors and messages say `Withdrawal` and not `components["schemas"]["Withdrawal"]`.
import ts from 'typescript'

import { type Document, nameOf, operationsOf, resolver, type Schema } from '../../redocly/document.ts'
import { answerName, parametersName } from '../names.ts'
import { interfaceIn, membersOf, nameOfMember, propertyOf, sourceOf } from './source.ts'

/** Named schemas whose type is written by hand, because it carries a brand. */
const branded = { Decimal: '../decimal.ts' } as const

const noParameters =
  '/** Parameters of a call that takes none. */\nexport type NoParameters = Record<string, never>;'

const schemaReference = /components\["schemas"\]\["(\w+)"\]/g
const useNames = (text: string): string => text.replaceAll(schemaReference, '$1')

/** One exported type for each named schema, and tables of the parameters and answers of every operation. */
export async function conceptsModule(document: Document): Promise<string> {
  const schemas = membersOf(propertyOf(interfaceIn(await sourceOf(document), 'components'), 'schemas'))
  const types = schemas?.members
    .filter(ts.isPropertySignature)
    .filter((member) => !(nameOfMember(member) in branded))
  const names = Object.entries(branded).map(([name, module]) => `import type { ${name} } from '${module}'`)
  return [
    ...names,
    `export type { ${Object.keys(branded).join(', ')} }`,
    ...(types ?? []).map(declaration),
    noParameters,
    table('Parameters', 'Parameters of every operation, by its id.', document, parametersName),
    table('Answers', 'Answer of every operation, by its id.', document, answerName),
  ]
    .join('\n\n')
    .concat('\n')
}

/** `paths`, `operations` and `components` of the plain view, in terms of the named types. */
export async function pathsModule(document: Document): Promise<string> {
  const text = withParameterSets(await sourceOf(document), document)
  const schemas = membersOf(propertyOf(interfaceIn(text, 'components'), 'schemas'))
  const names = Object.keys(document.components.schemas)
  const listed = names.map((name) => `        readonly ${name}: ${name};`).join('\n')
  const lifted = schemas ? splice(text, schemas, `{\n${listed}\n    }`) : text
  return `import type { ${names.join(', ')} } from './concepts.ts'\n\n${useNames(lifted)}`
}

function declaration(member: ts.PropertySignature): string {
  const name = nameOfMember(member)
  const comment = member.getFullText().slice(0, member.getLeadingTriviaWidth()).trim()
  const type = member.type?.getText() ?? 'unknown'
  const open = type.startsWith('{') && member.type && ts.isTypeLiteralNode(member.type)
  const text = open ? `export interface ${name} ${type}` : `export type ${name} = ${type};`
  return useNames(`${comment}\n${text}`.replaceAll(/^ {8}/gm, ''))
}

function table(name: string, comment: string, document: Document, typeOf: typeof answerName): string {
  const rows = operationsOf(document).map(
    ({ operation }) => `    readonly ${operation.operationId}: ${typeOf(operation)};`,
  )
  return `/** ${comment} */\nexport interface ${name} {\n${rows.join('\n')}\n}`
}

// A query of single parameters cannot say that one of two is needed; the schema of the whole set can.
function withParameterSets(text: string, document: Document): string {
  const resolve = resolver(document)
  return operationsOf(document).reduce((result, { operation }) => {
    const reference = operation['x-parameters']?.$ref
    const parameters = propertyOf(
      membersOf(propertyOf(interfaceIn(result, 'operations'), operation.operationId)),
      'parameters',
    )
    const query = propertyOf(membersOf(parameters), 'query')
    if (!reference || !membersOf(query) || !query) return result
    const schema = resolve<Schema>({ $ref: reference })
    const needed = (schema.anyOf ?? [schema]).every(({ required = [] }) => required.length > 0)
    return splice(result, query, `readonly query${needed ? '' : '?'}: ${nameOf(reference)};`)
  }, text)
}

const splice = (text: string, node: ts.Node, replacement: string): string =>
  text.slice(0, node.getStart()) + replacement + text.slice(node.getEnd())
