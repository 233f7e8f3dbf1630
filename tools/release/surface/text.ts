// Text of declarations as a reviewer wants it: without comments, and what is long one part a line.
import ts from 'typescript'

const widest = 100
const comment = /(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)[ \t]*/g

/** Text of a node without its comments; only a mark that it is deprecated stays. */
export function textOf(node: ts.Node): string {
  return written(node, node.getSourceFile()).trim()
}

function written(node: ts.Node, file: ts.SourceFile): string {
  if (ts.isUnionTypeNode(node) && isLong(node, file))
    return linesOf(node.types, file, (line) => `\n  | ${line}`)
  const parameters = parametersAt(node)
  if (parameters && isLong(node.parent, file))
    return `${linesOf(parameters, file, (line) => `\n  ${line},`)}\n`
  const parts = node.getChildren(file).filter((child) => !ts.isJSDoc(child))
  if (parts.length > 0) return parts.map((part) => written(part, file)).join('')
  const start = node.getStart(file)
  return gap(file.text.slice(node.getFullStart(), start)) + file.text.slice(start, node.end)
}

function isLong(node: ts.Node, file: ts.SourceFile): boolean {
  const text = node.getText(file)
  return text.length > widest && !text.includes('\n')
}

const linesOf = (nodes: readonly ts.Node[], file: ts.SourceFile, line: (text: string) => string): string =>
  nodes.map((node) => line(written(node, file).trim())).join('')

function parametersAt(node: ts.Node): readonly ts.Node[] | undefined {
  if (node.kind !== ts.SyntaxKind.SyntaxList || !ts.isFunctionLike(node.parent)) return undefined
  const { parameters } = node.parent
  return parameters.length > 0 && parameters.pos === node.pos ? parameters : undefined
}

// Between two tokens there is nothing but white space and comments.
function gap(trivia: string): string {
  const marks = (trivia.match(comment) ?? []).flatMap(deprecation)
  const space = trivia.replaceAll(comment, '')
  const [, blanks] = /\n([^\n]*)$/.exec(space) ?? []
  const indent = blanks?.replaceAll(/\t| {4}/g, '  ')
  if (indent !== undefined) return [...marks, ''].map((mark) => `\n${indent}${mark}`).join('')
  return marks.length > 0 ? `${marks.join('\n')}\n` : space
}

function deprecation(text: string): readonly string[] {
  const [, reason] = /@deprecated([\s\S]*?)(?:\n\s*\*?\s*@|\*\/|$)/.exec(text) ?? []
  return reason === undefined
    ? []
    : [`/** @deprecated ${reason.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()} */`]
}
