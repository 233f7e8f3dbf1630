// The public surface of packages, read from the declarations that they are built with.
import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'

import ts from 'typescript'

import { ReleaseError } from '../steps/failure.ts'
import { type Entry, entriesOf, type Manifest, manifestOf } from './entries.ts'
import { isTypeOnly, originOf, reachFrom, resolved } from './reach.ts'
import { textOf } from './text.ts'

export interface Section extends Entry {
  /** Text of each export that belongs to this entry, by name. */
  readonly declared: readonly string[]
  /** Exports that are described elsewhere, as statements that say where. */
  readonly elsewhere: readonly string[]
}

export interface Surface {
  readonly manifest: Manifest
  readonly sections: readonly Section[]
  /** Declarations that exported ones refer to, and that no entry exports. */
  readonly reached: readonly string[]
  /** Statements that say what these declarations take from other packages. */
  readonly imported: readonly string[]
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  noLib: true,
  skipLibCheck: true,
  types: [],
}

/** Surfaces of packages, each after those that it takes something from. They are read in one go. */
export function surfacesOf(places: readonly string[]): readonly Surface[] {
  // The compiler knows what packages import by where it really is.
  const folders = places.map((place) => realpathSync(place))
  const files = folders.flatMap((folder) =>
    entriesOf(manifestOf(folder)).flatMap(({ declarations }) =>
      declarations === undefined ? [] : [join(folder, declarations)],
    ),
  )
  const program = ts.createProgram(files, options)
  const owners: Owners = new Map()
  return folders.map((folder) => surfaceOf(folder, program, owners))
}

/** Entry that each exported declaration belongs to: the first that exports it. */
type Owners = Map<ts.Symbol, string>

interface Export {
  readonly name: string
  /** A class that only types may name has the value left out. */
  readonly typeOnly: boolean
  readonly symbol: ts.Symbol
}

function surfaceOf(folder: string, program: ts.Program, owners: Owners): Surface {
  const manifest = manifestOf(folder)
  const before = owners.size
  const sections = entriesOf(manifest).map((entry) => ({
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
      `packages/${basename(folder)}/${declarations} is not there: build with \`npm test\`.`,
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
    ...(typeOnly ? ['// exported as a type alone'] : []),
  ]
  return [...notes, ...textsOf(symbol)].join('\n')
}

const textsOf = ({ declarations = [] }: ts.Symbol): readonly string[] => declarations.map(statementOf)

// A constant is a part of a statement, which says `const`.
const statementOf = (declaration: ts.Declaration): string =>
  textOf(ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration).replace(
    /^((?:\/\*\*.*\*\/\s*)?)(?:export )?(?:declare )?/,
    '$1',
  )
