import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

import type { Document } from '../../redocly/document.ts'

type Members = ts.InterfaceDeclaration | ts.TypeLiteralNode

/** Types of a document as openapi-typescript writes them, with plain sentences in the comments. */
export async function sourceOf(document: Document): Promise<string> {
  // Its own types describe OpenAPI 3.0 and 3.1 documents without our extensions; a JSON text has no types.
  const nodes = await openapiTS(JSON.stringify(document), { immutable: true })
  return astToString(nodes)
    .replaceAll(/^ *\* Format: .*\n/gm, '')
    .replaceAll(/(\*+) @description /g, '$1 ')
}

/** The interface of a name in a source text. */
export function interfaceIn(text: string, name: string): ts.InterfaceDeclaration {
  const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true)
  const found = source.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  if (!found || !ts.isInterfaceDeclaration(found)) throw new TypeError(`openapi-typescript wrote no ${name}.`)
  return found
}

/** The property of a name among members that are written out. */
export function propertyOf(node: Members | undefined, name: string): ts.PropertySignature | undefined {
  return node?.members.filter(ts.isPropertySignature).find((member) => nameOfMember(member) === name)
}

/** Members that a property holds, where they are written out. */
export function membersOf(node: ts.PropertySignature | undefined): ts.TypeLiteralNode | undefined {
  return node?.type && ts.isTypeLiteralNode(node.type) ? node.type : undefined
}

/** Name of a property, without the quotation marks that it may need. */
export const nameOfMember = ({ name }: ts.PropertySignature): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : name.getText()
