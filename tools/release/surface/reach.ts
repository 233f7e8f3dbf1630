// What declarations lead to, and where that comes from.
import { join, sep } from 'node:path'

import ts from 'typescript'

export interface Reach {
  /** Symbols of the same package that others refer to. */
  readonly symbols: readonly ts.Symbol[]
  /** Statements that take names from elsewhere. */
  readonly imported: readonly string[]
}

/** What declarations refer to, and what that refers to, within a package. */
export function reachFrom(exported: readonly ts.Symbol[], checker: ts.TypeChecker, folder: string): Reach {
  const seen = new Set(exported)
  const imported = new Set<string>()
  // A set hands out what is added to it on the way.
  for (const symbol of seen)
    for (const identifier of (symbol.declarations ?? []).flatMap(identifiersIn)) {
      const named = checker.getSymbolAtLocation(identifier)
      if (!named) continue
      const source = sourceOf(named) ?? '.'
      const meant = resolved(named, checker)
      if (!source.startsWith('.')) imported.add(`import { ${named.name} } from '${source}'`)
      else if (isWithin(folder, meant) && isOfModule(meant)) seen.add(meant)
    }
  return { symbols: [...seen].slice(exported.length), imported: [...imported].toSorted() }
}

function identifiersIn(node: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) found.push(child)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return found
}

/** What an alias stands for; every other symbol stands for itself. */
export const resolved = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** Module that an imported name comes from, as it is written. */
function sourceOf({ declarations: [first] = [] }: ts.Symbol): string | undefined {
  const from = first && ts.findAncestor(first, ts.isImportDeclaration)?.moduleSpecifier
  return from && ts.isStringLiteral(from) ? from.text : undefined
}

// Members and type parameters belong to a declaration that is there already.
function isOfModule({ declarations: [first] = [] }: ts.Symbol): boolean {
  if (first === undefined) return false
  const statement = ts.isVariableDeclaration(first) ? first.parent.parent : first
  return ts.isSourceFile(statement.parent)
}

const fileOf = ({ declarations: [first] = [] }: ts.Symbol): string => first?.getSourceFile().fileName ?? ''

const isWithin = (folder: string, symbol: ts.Symbol): boolean =>
  fileOf(symbol).startsWith(join(folder, 'dist/').replaceAll(sep, '/'))

/** Package of others that a symbol is declared in. */
export function originOf(symbol: ts.Symbol): string | undefined {
  const file = fileOf(symbol)
  // What nobody declares comes from a module that is not installed.
  return file === '' ? 'an unknown module' : /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
}

/** Whether something that exists at run time is handed on as a type alone. */
export const isTypeOnly = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean =>
  Boolean(resolved(symbol, checker).flags & ts.SymbolFlags.Value) && passesAsType(symbol, checker)

function passesAsType(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  if (!(symbol.flags & ts.SymbolFlags.Alias)) return false
  if ((symbol.declarations ?? []).some(ts.isTypeOnlyImportOrExportDeclaration)) return true
  const next = checker.getImmediateAliasedSymbol(symbol)
  return next !== undefined && passesAsType(next, checker)
}
