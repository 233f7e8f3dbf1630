// Follows declarations to those that they refer to, and finds out where they come from.
import { join, sep } from 'node:path'

import ts from 'typescript'

export interface Reach {
  /** Symbols of the same package that exported ones refer to. */
  readonly symbols: readonly ts.Symbol[]
  /** Imports from other packages, as statements. */
  readonly imports: readonly string[]
}

/** The symbols that exported ones refer to, directly and indirectly, within a package. */
export function findReach(exports: readonly ts.Symbol[], checker: ts.TypeChecker, folder: string): Reach {
  const seen = new Set(exports)
  const imports = new Set<string>()
  // Iterating over a set includes what is added meanwhile.
  for (const symbol of seen)
    for (const identifier of (symbol.declarations ?? []).flatMap(listIdentifiers)) {
      const specifiers = checker.getSymbolAtLocation(identifier)
      if (!specifiers) continue
      const source = getSource(specifiers) ?? '.'
      const meant = resolveAlias(specifiers, checker)
      if (!source.startsWith('.')) imports.add(`import { ${specifiers.name} } from '${source}'`)
      else if (isHandWritten(folder, meant) && isModuleLevel(meant)) seen.add(meant)
    }
  return { symbols: [...seen].slice(exports.length), imports: [...imports].toSorted() }
}

function listIdentifiers(node: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) found.push(child)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return found
}

/** The symbol behind an alias. */
export const resolveAlias = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** The module that an import statement names. */
function getSource({ declarations: [first] = [] }: ts.Symbol): string | undefined {
  const from = first && ts.findAncestor(first, ts.isImportDeclaration)?.moduleSpecifier
  return from && ts.isStringLiteral(from) ? from.text : undefined
}

// Fields and type parameters are a part of their declaration.
function isModuleLevel({ declarations: [first] = [] }: ts.Symbol): boolean {
  if (first === undefined) return false
  const statement = ts.isVariableDeclaration(first) ? first.parent.parent : first
  return ts.isSourceFile(statement.parent)
}

const getFile = ({ declarations: [first] = [] }: ts.Symbol): string => first?.getSourceFile().fileName ?? ''

// Generated modules are committed and compared with the contract, so a report only names them.
const isHandWritten = (folder: string, symbol: ts.Symbol): boolean =>
  getFile(symbol).startsWith(join(folder, 'dist/').replaceAll(sep, '/')) && !getFile(symbol).includes(generatedFile)

const generatedFile = '/dist/generated/'

/** The third-party package or the generated module that declares a symbol. */
export function findOrigin(symbol: ts.Symbol): string | undefined {
  const file = getFile(symbol)
  if (file === '') return 'a module that is not installed'
  const [, module] = file.split(generatedFile)
  if (module !== undefined) return `src/generated/${module.replace('.d.ts', '.ts')}`
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
}

/** Whether a value is exported only as a type. */
export const isTypeOnly = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean =>
  Boolean(resolveAlias(symbol, checker).flags & ts.SymbolFlags.Value) && isExportedAsType(symbol, checker)

function isExportedAsType(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  if (!(symbol.flags & ts.SymbolFlags.Alias)) return false
  if ((symbol.declarations ?? []).some(ts.isTypeOnlyImportOrExportDeclaration)) return true
  const next = checker.getImmediateAliasedSymbol(symbol)
  return next !== undefined && isExportedAsType(next, checker)
}
