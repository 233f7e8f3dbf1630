// Types of the views, from openapi-typescript. Each named schema of the plain view becomes a type of its own, so that
// editors show `Withdrawal` instead of `components["schemas"]["Withdrawal"]`.
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

import {
  type Document,
  type Schema,
  branchesOf,
  nameOf,
  operationsOf,
  resolver,
} from '../redocly/document.ts'
import { answerName, parametersName } from './operations.ts'

/** Schemas with a branded type, which is written by hand. */
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
 * The same types for unchecked values: decimals are plain strings. Lists in answers are not readonly, because
 * openapi-fetch treats readonly lists and branded strings as objects.
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

// Separate query parameters cannot express that one of two is required; the schema of all parameters can.
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

type Members = ts.InterfaceDeclaration | ts.TypeLiteralNode

/** `paths`, `operations` and `components` of a document, as openapi-typescript writes them. */
export async function sourceOf(document: Document): Promise<string> {
  // As JSON, because the type of its parameter has no extensions.
  const nodes = await openapiTS(JSON.stringify(document), { immutable: true })
  return astToString(nodes)
    .replaceAll(/^ *\* Format: .*\n/gm, '')
    .replaceAll(/(\*+) @description /g, '$1 ')
}

function interfaceIn(text: string, name: string): ts.InterfaceDeclaration {
  const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true)
  const found = source.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  if (!found || !ts.isInterfaceDeclaration(found))
    throw new TypeError(`The output of openapi-typescript has no interface ${name}. Check its version.`)
  return found
}

function propertyOf(node: Members | undefined, name: string): ts.PropertySignature | undefined {
  return node?.members.filter(ts.isPropertySignature).find((member) => nameOfMember(member) === name)
}

// Members of a property whose type is a literal.
function membersOf(node: ts.PropertySignature | undefined): ts.TypeLiteralNode | undefined {
  return node?.type && ts.isTypeLiteralNode(node.type) ? node.type : undefined
}

const nameOfMember = ({ name }: ts.PropertySignature): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : name.getText()
