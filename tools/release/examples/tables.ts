// Tables of the READMEs as programs: each names all members of a type of the code and nothing else, or it does not
// compile.
import type { SourceFile } from '../repository.ts'
import type { Program } from './programs.ts'

/** A table, and the type whose names stand in its first column. */
export interface Table {
  readonly page: string
  readonly heading: string
  /** Union of texts, as TypeScript writes it. */
  readonly names: string
}

/** The program that compiles only if a table is complete. */
export function programOf({ page, heading, names }: Table, pages: readonly SourceFile[]): Program {
  const text = pages.find(({ path }) => path === page)?.text ?? ''
  const members = namesUnder(text, heading).map((name) => `  '${name}': true,\n`)
  return {
    place: `${page}, table "${heading}"`,
    code: `export const table = {\n${members.join('')}} satisfies { readonly [Name in ${names}]: true }\n`,
  }
}

/** Names in the first column of the table below a heading: whatever stands there as code. */
export function namesUnder(text: string, heading: string): readonly string[] {
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const [below = ''] = section.split(/^#/m)
  const rows = below.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).flatMap((row) => {
    const [, first = ''] = row.split('|')
    return [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  })
}
