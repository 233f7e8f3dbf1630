// The public surface of packages, read from the declarations that they are built with.
import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'

import ts from 'typescript'

import { ReleaseError } from '../../workspace/failure.ts'
import { type Entry, type Manifest, readManifest, listPublicEntries } from './entries.ts'
import { isTypeOnly, findOrigin, findReach, resolveAlias } from './reach.ts'

export interface Section extends Entry {
  /** The text of each export that belongs to this entry, by name. */
  readonly declared: readonly string[]
  /** Exports of another entry, another package or a generated module, as statements. */
  readonly elsewhere: readonly string[]
}

export interface Surface {
  readonly manifest: Manifest
  readonly sections: readonly Section[]
  /** Declarations that exported ones refer to, and that no entry exports. */
  readonly references: readonly string[]
  /** What the declarations import from other packages, as statements. */
  readonly imports: readonly string[]
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  noLib: true,
  skipLibCheck: true,
  types: [],
}

/** The surfaces of packages, in one run of the compiler. Each package follows those that it imports. */
export function readSurfaces(packageFolders: readonly string[]): readonly Surface[] {
  // The compiler follows links.
  const folders = packageFolders.map((packageFolder) => realpathSync(packageFolder))
  const files = folders.flatMap((folder) =>
    listPublicEntries(readManifest(folder)).flatMap(({ declarations }) =>
      declarations === undefined ? [] : [join(folder, declarations)],
    ),
  )
  const program = ts.createProgram(files, options)
  const owners: Owners = new Map()
  return folders.map((folder) => readSurface(folder, program, owners))
}

/** The first entry that exports a declaration. */
type Owners = Map<ts.Symbol, string>

interface Export {
  readonly name: string
  /** Whether only its type is exported, although it has a value. */
  readonly isType: boolean
  readonly symbol: ts.Symbol
}

function readSurface(folder: string, program: ts.Program, owners: Owners): Surface {
  const manifest = readManifest(folder)
  const before = owners.size
  const sections = listPublicEntries(manifest).map((entry) => ({
    ...entry,
    ...readContents(entry, listExports(entry, folder, program), owners),
  }))
  const own = [...owners.keys()].slice(before)
  const { symbols, imports } = findReach(own, program.getTypeChecker(), folder)
  const references = symbols.map((symbol) => listTexts(symbol).join('\n')).toSorted()
  return { manifest, sections, references, imports }
}

function readContents(
  { specifier }: Entry,
  exports: readonly Export[],
  owners: Owners,
): Pick<Section, 'declared' | 'elsewhere'> {
  const packageFolder = ({ symbol }: Export): string | undefined => owners.get(symbol) ?? findOrigin(symbol)
  const otherExports = exports.filter((each) => packageFolder(each) !== undefined)
  const statements = otherExports.map(
    (each) => `export ${each.isType ? 'type ' : ''}{ ${each.name} } from '${packageFolder(each)}'`,
  )
  const ownExports = exports.filter((each) => !otherExports.includes(each))
  for (const { symbol } of ownExports) owners.set(symbol, specifier)
  return { declared: ownExports.map(formatExport), elsewhere: statements }
}

function listExports({ declarations }: Entry, folder: string, program: ts.Program): readonly Export[] {
  if (declarations === undefined) return []
  const source = program.getSourceFile(join(folder, declarations))
  if (!source)
    throw new ReleaseError(`packages/${basename(folder)}/${declarations} is missing: build it with \`npm test\`.`)
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(source)
  return (module ? checker.getExportsOfModule(module) : [])
    .map((symbol) => ({
      name: symbol.name,
      symbol: resolveAlias(symbol, checker),
      isType: isTypeOnly(symbol, checker),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function formatExport({ name, symbol, isType }: Export): string {
  const notes = [
    ...(name === symbol.name ? [] : [`// exported as ${name}`]),
    ...(isType ? ['// exported as a type only'] : []),
  ]
  return [...notes, ...listTexts(symbol)].join('\n')
}

const listTexts = ({ declarations = [] }: ts.Symbol): readonly string[] =>
  declarations.map((declaration) =>
    // A constant is a part of the statement that says `const`.
    formatNode(ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration),
  )

const maxWidth = 100
const textsAndComments = /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** The text of a declaration without comments, except `@deprecated`, and with long lines wrapped. */
function formatNode(node: ts.Node): string {
  const code = node
    .getFullText()
    .replaceAll(textsAndComments, (part, quote?: string) => (quote ? part : getDeprecation(part)))
  return code
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^[\t ]+/, (indent) => indent.replaceAll(/\t| {4}/g, '  ')))
    .map(wrapLine)
    .join('\n')
    .trim()
    .replace(/^(\/\*\*.*\*\/\s*)?(?:export )?(?:declare )?/, '$1')
}

// Parameters, or the fields of a union, one per line.
function wrapLine(line: string): string {
  const indent = line.slice(0, line.search(/\S/))
  if (line.length <= maxWidth) return line
  return line.replaceAll(line.includes('(') ? /(?<=,) /g : / (?=\| )/g, `\n${indent}  `)
}

function getDeprecation(comment: string): string {
  const [, reason] = /@deprecated([\s\S]*?)(?:\n\s*\*?\s*@|\*\/|$)/.exec(comment) ?? []
  return reason === undefined ? '' : `/** @deprecated ${reason.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()} */`
}
