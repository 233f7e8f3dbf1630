// Turns tables of READMEs into programs that compile only if a table has exactly the fields of a type.
import type { Program } from '../programs.ts'
import type { SourceFile } from '../repository.ts'

/** A table, and the type with the names of its first column. */
export interface Table {
  readonly page: string
  readonly heading: string
  /** A union of string literals. */
  readonly names: string
}

/** The program that compiles only if a table is complete. */
export function createProgram({ page, heading, names }: Table, pages: readonly SourceFile[]): Program {
  const text = pages.find(({ path }) => path === page)?.text ?? ''
  const fields = listNamesUnder(text, heading).map((name) => `  '${name}': true,\n`)
  return {
    location: `${page}, table "${heading}"`,
    code: `export const table = {\n${fields.join('')}} satisfies { readonly [Name in ${names}]: true }\n`,
  }
}

/** The code in the first column of the table below a heading. */
export function listNamesUnder(text: string, heading: string): readonly string[] {
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const [below = ''] = section.split(/^#/m)
  const rows = below.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).flatMap((row) => {
    const [, first = ''] = row.split('|')
    return [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  })
}
