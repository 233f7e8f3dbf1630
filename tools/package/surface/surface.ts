// The public surface of packages, read from the declarations that they are built with.
import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'

import ts from 'typescript'

import { ReleaseError } from '../../workspace/failure.ts'
import { type Entry, entriesOf, type Manifest, manifestOf } from './entries.ts'
import { isTypeOnly, originOf, reachFrom, resolved } from './reach.ts'

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
  readonly reached: readonly string[]
  /** What the declarations import from other packages, as statements. */
  readonly imported: readonly string[]
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  noLib: true,
  skipLibCheck: true,
  types: [],
}

// An entry `./internal` is for packages of this repository: it promises no compatibility.
const publicEntriesOf = (manifest: Manifest): readonly Entry[] =>
  entriesOf(manifest).filter(({ specifier }) => !specifier.endsWith('/internal'))

/** The surfaces of packages, in one run of the compiler. Each package follows those that it imports. */
export function surfacesOf(places: readonly string[]): readonly Surface[] {
  // The compiler follows links.
  const folders = places.map((place) => realpathSync(place))
  const files = folders.flatMap((folder) =>
    publicEntriesOf(manifestOf(folder)).flatMap(({ declarations }) =>
      declarations === undefined ? [] : [join(folder, declarations)],
    ),
  )
  const program = ts.createProgram(files, options)
  const owners: Owners = new Map()
  return folders.map((folder) => surfaceOf(folder, program, owners))
}

/** The first entry that exports a declaration. */
type Owners = Map<ts.Symbol, string>

interface Export {
  readonly name: string
  /** Whether only its type is exported, although it has a value. */
  readonly typeOnly: boolean
  readonly symbol: ts.Symbol
}

function surfaceOf(folder: string, program: ts.Program, owners: Owners): Surface {
  const manifest = manifestOf(folder)
  const before = owners.size
  const sections = publicEntriesOf(manifest).map((entry) => ({
    ...entry,
    ...contentsOf(entry, exportsOf(entry, folder, program), owners),
  }))
  const own = [...owners.keys()].slice(before)
  const { symbols, imported } = reachFrom(own, program.getTypeChecker(), folder)
  const reached = symbols.map((symbol) => textsOf(symbol).join('\n')).toSorted()
  return { manifest, sections, reached, imported }
}

function contentsOf(
  { specifier }: Entry,
  exported: readonly Export[],
  owners: Owners,
): Pick<Section, 'declared' | 'elsewhere'> {
  const place = ({ symbol }: Export): string | undefined => owners.get(symbol) ?? originOf(symbol)
  const elsewhere = exported.filter((each) => place(each) !== undefined)
  const statements = elsewhere.map(
    (each) => `export ${each.typeOnly ? 'type ' : ''}{ ${each.name} } from '${place(each)}'`,
  )
  const declared = exported.filter((each) => !elsewhere.includes(each))
  for (const { symbol } of declared) owners.set(symbol, specifier)
  return { declared: declared.map(described), elsewhere: statements }
}

function exportsOf({ declarations }: Entry, folder: string, program: ts.Program): readonly Export[] {
  if (declarations === undefined) return []
  const source = program.getSourceFile(join(folder, declarations))
  if (!source)
    throw new ReleaseError(
      `packages/${basename(folder)}/${declarations} is missing: build it with \`npm test\`.`,
    )
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(source)
  return (module ? checker.getExportsOfModule(module) : [])
    .map((symbol) => ({
      name: symbol.name,
      symbol: resolved(symbol, checker),
      typeOnly: isTypeOnly(symbol, checker),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function described({ name, symbol, typeOnly }: Export): string {
  const notes = [
    ...(name === symbol.name ? [] : [`// exported as ${name}`]),
    ...(typeOnly ? ['// exported as a type only'] : []),
  ]
  return [...notes, ...textsOf(symbol)].join('\n')
}

const textsOf = ({ declarations = [] }: ts.Symbol): readonly string[] =>
  declarations.map((declaration) =>
    // A constant is a part of the statement that says `const`.
    textOf(ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration),
  )

const widest = 100
const textsAndComments = /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** The text of a declaration without comments, except `@deprecated`, and with long lines wrapped. */
function textOf(node: ts.Node): string {
  const code = node
    .getFullText()
    .replaceAll(textsAndComments, (part, quote?: string) => (quote ? part : deprecationIn(part)))
  return code
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^[\t ]+/, (indent) => indent.replaceAll(/\t| {4}/g, '  ')))
    .map(wrapped)
    .join('\n')
    .trim()
    .replace(/^(\/\*\*.*\*\/\s*)?(?:export )?(?:declare )?/, '$1')
}

// Parameters, or the members of a union, one per line.
function wrapped(line: string): string {
  const indent = line.slice(0, line.search(/\S/))
  if (line.length <= widest) return line
  return line.replaceAll(line.includes('(') ? /(?<=,) /g : / (?=\| )/g, `\n${indent}  `)
}

function deprecationIn(comment: string): string {
  const [, reason] = /@deprecated([\s\S]*?)(?:\n\s*\*?\s*@|\*\/|$)/.exec(comment) ?? []
  return reason === undefined ? '' : `/** @deprecated ${reason.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()} */`
}
