// Types of the views, from openapi-typescript. Each named schema of the plain view becomes a type of its own, so that
// editors show `Withdrawal` instead of `components["schemas"]["Withdrawal"]`.
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

import {
  type Document,
  type Schema,
  listBranches,
  getReferenceName,
  listOperations,
  createResolver,
} from '../redocly/document.ts'
import { formatResponseName, formatParametersName } from './operations.ts'

/** Schemas with a branded type, which is written by hand. */
const branded = { Decimal: '../decimal.ts' } as const

const noParameters =
  '/** Parameters of a call without parameters. */\nexport type NoParameters = Record<string, never>;'

/** One exported type for each named schema, and tables of the parameters and responses of every operation. */
export async function createConceptsModule(document: Document): Promise<string> {
  const schemas = await createNamedSchemas(document)
  const imports = Object.entries(branded).map(([name, module]) => `import type { ${name} } from '${module}'`)
  return joinBlocks([
    ...imports,
    `export type { ${Object.keys(branded).join(', ')} }`,
    ...schemas.filter((field) => !(getFieldName(field) in branded)).map(formatDeclaration),
    noParameters,
    formatTable('Parameters', 'Parameters of every operation, by its id.', document, formatParametersName),
    formatTable('Responses', 'Response of every operation, by its id.', document, formatResponseName),
  ])
}

/**
 * The same types for unchecked values: decimals are plain strings. Lists in responses are not readonly, because
 * openapi-fetch treats readonly lists and branded strings as objects.
 */
export async function createUncheckedModule(document: Document): Promise<string> {
  const requestNames = listRequestNames(document)
  const types = (await createNamedSchemas(document)).map((field) => {
    const text = formatDeclaration(field)
    return requestNames.has(getFieldName(field)) ? text : text.replaceAll(/readonly (\w+\[\])/g, '$1')
  })
  return joinBlocks(types)
}

/** `paths`, `operations` and `components` of the plain view, in terms of the unchecked types. */
export async function createPathsModule(document: Document): Promise<string> {
  const text = addParameterSets(await generateSource(document), document)
  const schemas = getFields(findProperty(findInterface(text, 'components'), 'schemas'))
  const names = Object.keys(document.components.schemas)
  const declarations = names.map((name) => `        readonly ${name}: ${name};`).join('\n')
  const lifted = schemas ? replaceNode(text, schemas, `{\n${declarations}\n    }`) : text
  return `import type { ${names.join(', ')} } from './unchecked.ts'\n\n${useNames(lifted)}`
}

async function createNamedSchemas(document: Document): Promise<readonly ts.PropertySignature[]> {
  const schemas = getFields(findProperty(findInterface(await generateSource(document), 'components'), 'schemas'))
  return schemas?.members.filter(ts.isPropertySignature) ?? []
}

const listRequestNames = (document: Document): ReadonlySet<string> =>
  new Set(listOperations(document).map(({ operation }) => formatParametersName(operation)))

const joinBlocks = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`

const useNames = (text: string): string => text.replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')

function formatDeclaration(field: ts.PropertySignature): string {
  const name = getFieldName(field)
  const comment = field.getFullText().slice(0, field.getLeadingTriviaWidth()).trim()
  const type = field.type?.getText() ?? 'unknown'
  const open = type.startsWith('{') && field.type && ts.isTypeLiteralNode(field.type)
  const text = open ? `export interface ${name} ${type}` : `export type ${name} = ${type};`
  return useNames(`${comment}\n${text}`.replaceAll(/^ {8}/gm, ''))
}

function formatTable(name: string, comment: string, document: Document, typeOf: typeof formatResponseName): string {
  const rows = listOperations(document).map(
    ({ operation }) => `    readonly ${operation.operationId}: ${typeOf(operation)};`,
  )
  return `/** ${comment} */\nexport interface ${name} {\n${rows.join('\n')}\n}`
}

// Separate query parameters cannot express that one of two is required; the schema of all parameters can.
function addParameterSets(text: string, document: Document): string {
  const resolve = createResolver(document)
  return listOperations(document).reduce((result, { operation }) => {
    const reference = operation['x-parameters']?.$ref
    const parameters = findProperty(
      getFields(findProperty(findInterface(result, 'operations'), operation.operationId)),
      'parameters',
    )
    const query = findProperty(getFields(parameters), 'query')
    if (!reference || !getFields(query) || !query) return result
    const schema = resolve<Schema>({ $ref: reference })
    const isNeeded = listBranches(schema).every(({ required = [] }) => required.length > 0)
    return replaceNode(result, query, `readonly query${isNeeded ? '' : '?'}: ${getReferenceName(reference)};`)
  }, text)
}

const replaceNode = (text: string, node: ts.Node, replacement: string): string =>
  text.slice(0, node.getStart()) + replacement + text.slice(node.getEnd())

type Fields = ts.InterfaceDeclaration | ts.TypeLiteralNode

/** `paths`, `operations` and `components` of a document, as openapi-typescript writes them. */
export async function generateSource(document: Document): Promise<string> {
  // As JSON, because the type of its parameter has no extensions.
  const nodes = await openapiTS(JSON.stringify(document), { immutable: true })
  return astToString(nodes)
    .replaceAll(/^ *\* Format: .*\n/gm, '')
    .replaceAll(/(\*+) @description /g, '$1 ')
}

function findInterface(text: string, name: string): ts.InterfaceDeclaration {
  const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true)
  const found = source.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  if (!found || !ts.isInterfaceDeclaration(found))
    throw new TypeError(`The output of openapi-typescript has no interface ${name}. Check its version.`)
  return found
}

function findProperty(node: Fields | undefined, name: string): ts.PropertySignature | undefined {
  return node?.members.filter(ts.isPropertySignature).find((field) => getFieldName(field) === name)
}

// Fields of a property whose type is a literal.
function getFields(node: ts.PropertySignature | undefined): ts.TypeLiteralNode | undefined {
  return node?.type && ts.isTypeLiteralNode(node.type) ? node.type : undefined
}

const getFieldName = ({ name }: ts.PropertySignature): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : name.getText()
