// Types of the plain view. openapi-typescript makes them; every named schema is then lifted out of `components` into
// a type of its own, so that editors and messages say `Withdrawal` and not `components["schemas"]["Withdrawal"]`.
import ts from 'typescript'

import {
  branchesOf,
  type Document,
  nameOf,
  operationsOf,
  resolver,
  type Schema,
} from '../../redocly/document.ts'
import { answerName, parametersName } from '../names.ts'
import { interfaceIn, membersOf, nameOfMember, propertyOf, sourceOf } from './source.ts'

/** Named schemas whose type is written by hand, because it carries a brand. */
const branded = { Decimal: '../decimal.ts' } as const

const noParameters =
  '/** Parameters of a call that takes none. */\nexport type NoParameters = Record<string, never>;'

/** One exported type for each named schema, and tables of the parameters and answers of every operation. */
export async function conceptsModule(document: Document): Promise<string> {
  const schemas = await namedSchemas(document)
  const imports = Object.entries(branded).map(([name, module]) => `import type { ${name} } from '${module}'`)
  return lines([
    ...imports,
    `export type { ${Object.keys(branded).join(', ')} }`,
    ...schemas.filter((member) => !(nameOfMember(member) in branded)).map(declaration),
    noParameters,
    table('Parameters', 'Parameters of every operation, by its id.', document, parametersName),
    table('Answers', 'Answer of every operation, by its id.', document, answerName),
  ])
}

/**
 * The same types for values that nobody has checked yet: decimals are plain texts. Lists in answers are not readonly,
 * because openapi-fetch takes a readonly list, and a branded text too, for an object and hands out its members.
 */
export async function uncheckedModule(document: Document): Promise<string> {
  const asked = namesOfRequests(document)
  const types = (await namedSchemas(document)).map((member) => {
    const text = declaration(member)
    return asked.has(nameOfMember(member)) ? text : text.replaceAll(/readonly (\w+\[\])/g, '$1')
  })
  return lines(types)
}

/** `paths`, `operations` and `components` of the plain view, in terms of the unchecked types. */
export async function pathsModule(document: Document): Promise<string> {
  const text = withParameterSets(await sourceOf(document), document)
  const schemas = membersOf(propertyOf(interfaceIn(text, 'components'), 'schemas'))
  const names = Object.keys(document.components.schemas)
  const listed = names.map((name) => `        readonly ${name}: ${name};`).join('\n')
  const lifted = schemas ? splice(text, schemas, `{\n${listed}\n    }`) : text
  return `import type { ${names.join(', ')} } from './unchecked.ts'\n\n${useNames(lifted)}`
}

async function namedSchemas(document: Document): Promise<readonly ts.PropertySignature[]> {
  const schemas = membersOf(propertyOf(interfaceIn(await sourceOf(document), 'components'), 'schemas'))
  return schemas?.members.filter(ts.isPropertySignature) ?? []
}

const namesOfRequests = (document: Document): ReadonlySet<string> =>
  new Set(operationsOf(document).map(({ operation }) => parametersName(operation)))

const lines = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`

const useNames = (text: string): string => text.replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')

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
    const needed = branchesOf(schema).every(({ required = [] }) => required.length > 0)
    return splice(result, query, `readonly query${needed ? '' : '?'}: ${nameOf(reference)};`)
  }, text)
}

const splice = (text: string, node: ts.Node, replacement: string): string =>
  text.slice(0, node.getStart()) + replacement + text.slice(node.getEnd())
