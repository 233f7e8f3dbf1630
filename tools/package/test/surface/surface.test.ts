import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { findChanges, findLeftOver } from '../../surface/compare.ts'
import { formatReport } from '../../surface/report.ts'
import { readSurfaces } from '../../surface/surface.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surface-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const manifest = { name: '@made-up/lamp', exports: { '.': './dist/index.js' } }

/** The report of a package with these declarations in `dist/`. */
function createReport(files: Readonly<Record<string, string>>, more: object = {}): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'dist', path)), { recursive: true })
    writeFileSync(join(folder, 'dist', path), text)
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, type: 'module', ...more }))
  return readSurfaces([folder]).map(formatReport).join('')
}

/** What the report shows of a module of declarations. */
const reportDeclarations = (declarations: string): string => createReport({ 'index.d.ts': declarations })

describe('a report shows', () => {
  test('exports by name, however they are ordered', () => {
    const [b, a] = ['export declare const b: string;', 'export declare const a: number;']
    expect(reportDeclarations(`${b}\n${a}`)).toBe(reportDeclarations(`${a}\n${b}`))
    expect(reportDeclarations(`${b}\n${a}`)).toContain('const a: number;\n\nconst b: string;')
  })

  test('a declaration by the name that it is exported under', () => {
    const report = reportDeclarations('declare function make(): void;\nexport { make as lamp };')
    expect(report).toContain('// exported as lamp\nfunction make(): void;')
  })

  test('a class that is exported only as a type', () => {
    const report = createReport({
      'index.d.ts': `export type { Lamp } from './lamp.ts';`,
      'lamp.d.ts': 'export declare class Lamp {}',
    })
    expect(report).toContain('// exported as a type only\nclass Lamp {}')
  })

  test('no comments except deprecations', () => {
    const field = '/** How bright. @deprecated Use `lumen`.\n * @example 4 */\n    readonly watt: number;'
    const report = reportDeclarations(`/** A lamp. */\nexport interface Lamp {\n    // in watt\n    ${field}\n}`)
    expect(report).toContain('interface Lamp {\n  /** @deprecated Use `lumen`. */\n  readonly watt: number;\n}')
    expect(report).not.toMatch(/A lamp|How bright|in watt|example/)
  })

  test('long lines wrapped', () => {
    const names = Array.from({ length: 12 }, (_, at) => `'a long field ${at}'`)
    expect(reportDeclarations(`export type Name = ${names.join(' | ')};`)).toContain(`${names.join('\n  | ')};`)
    const parameters = names.map((name, at) => `p${at}: ${name}`)
    expect(reportDeclarations(`export declare function f(${parameters.join(', ')}): void;`)).toContain(
      `function f(${parameters.join(',\n  ')}): void;`,
    )
  })

  test('only declarations that exported ones refer to', () => {
    const report = createReport({
      'index.d.ts': `import type { Bulb } from './bulb.ts';\nexport interface Lamp { readonly bulb: Bulb }`,
      'bulb.d.ts': `export interface Bulb { readonly socket: Socket }\ntype Socket = 'E14';\ntype Unused = 1;`,
    })
    const [, reached = ''] = report.split('## Reached but not exported')
    expect(reached).toContain('interface Bulb')
    expect(reached).toContain(`type Socket = 'E14';`)
    expect(report).not.toContain('Unused')
  })

  test('the names of generated types, and the whole text of hand-written types', () => {
    const createFiles = (size: string) => ({
      'index.d.ts': `export type { Bulb } from './generated/bulb.ts';\nexport interface Lamp { readonly size: ${size} }`,
      'generated/bulb.d.ts': 'export interface Bulb { readonly socket: Socket }\ninterface Socket {}',
    })
    const report = createReport(createFiles('number'))
    expect(report).toContain(`export { Bulb } from 'src/generated/bulb.ts'`)
    expect(report).not.toContain('Socket')
    expect(createReport(createFiles('string'))).not.toBe(report)
  })

  test('strings that look like comments', () => {
    expect(reportDeclarations(`export type Address = 'https://a' | "/* b */"; // c`)).toContain(
      `type Address = 'https://a' | "/* b */";`,
    )
  })

  test('imports from other packages', () => {
    const report = reportDeclarations(
      `import type { Wire } from 'copper';\nexport interface Lamp { readonly wire: Wire }`,
    )
    expect(report).toContain(`## Imported from other packages\n\n\`\`\`ts\nimport { Wire } from 'copper'`)
  })

  test('an export of two entries once', () => {
    const exports = { '.': './dist/index.js', './more': './dist/more.js' }
    const files = { 'index.d.ts': 'export interface Lamp {}', 'more.d.ts': `export * from './index.ts';` }
    const report = createReport(files, { exports })
    expect(report.match(/interface Lamp/g)).toHaveLength(1)
    expect(report).toContain(`## @made-up/lamp/more\n\n\`\`\`ts\nexport { Lamp } from '@made-up/lamp'`)
  })

  test('no internal entry, but its declarations that other entries refer to', () => {
    const exports = { '.': './dist/index.js', './internal': './dist/internal.js' }
    const files = {
      'index.d.ts': `import type { Bulb } from './internal.ts';\nexport interface Lamp { readonly bulb: Bulb }`,
      'internal.d.ts': 'export interface Bulb {}\nexport interface Fuse {}',
    }
    const report = createReport(files, { exports })
    expect(report).not.toMatch(/internal|Fuse/)
    expect(report).toMatch(/## Reached but not exported[^#]*interface Bulb/)
  })

  test('programs and the required Node', () => {
    const report = createReport({ 'index.d.ts': '' }, { bin: { lamp: './dist/cli.js' }, engines: { node: '>=22' } })
    expect(report).toMatch(/needs node `>=22`[\s\S]*program `lamp`/)
  })

  test('the targets of conditions, in their order', () => {
    const reportExports = (entry: object): string => createReport({ 'index.d.ts': '' }, { exports: { '.': entry } })
    const [browser, main] = [{ browser: './dist/none.js' }, { default: './dist/index.js' }]
    const lines = ['- `browser` -> `./dist/none.js`', '- `default` -> `./dist/index.js`']
    expect(reportExports({ ...browser, ...main })).toContain(lines.join('\n'))
    expect(reportExports({ ...main, ...browser })).toContain(lines.toReversed().join('\n'))
    expect(reportDeclarations('')).not.toContain('->')
  })
})

describe('a report is rejected', () => {
  test('when the package was not built', () => {
    expect(() => createReport({})).toThrow('dist/index.d.ts is missing: build it with `npm test`.')
  })

  test('when an entry has no default module', () => {
    expect(() => createReport({}, { exports: { '.': { browser: './dist/a.js' } } })).toThrow('no `default`')
  })
})

describe('a change of the surface', () => {
  const findReportChanges = (before: string, after: string) => findChanges({ file: 'a.md', before, after })

  test('shows an optional field as one line', () => {
    const before = reportDeclarations('export interface Options {\n    readonly a?: string;\n}')
    const after = reportDeclarations(
      'export interface Options {\n    readonly a?: string;\n    readonly b?: string;\n}',
    )
    expect(findReportChanges(before, after)[1]).toBe('+   readonly b?: string;')
  })

  test('shows the report and the first lines that changed', () => {
    expect(findReportChanges('one\ntwo\nthree\n', 'one\ntwo\nthree\n')).toEqual([])
    expect(findReportChanges('one\ntwo\nthree\n', 'one\n2\nthree\n')).toEqual([
      'The public surface differs from its report api/a.md:',
      '- two',
      '+ 2',
      expect.stringContaining('npm run generate'),
    ])
    expect(findReportChanges('', 'one\n')).toContain('+ one')
    expect(findReportChanges('one\n', 'one\none\n')).toContain('+ one')
  })

  test('reports the files of a removed package', () => {
    const files = ['lamp.md', 'lamp.contents.txt', 'old.md', 'old.contents.txt', 'released']
    expect(findLeftOver(files, ['lamp', 'old'])).toEqual([])
    expect(findLeftOver(files, ['lamp'])).toEqual([
      'api/old.md belongs to no package: delete it.',
      'api/old.contents.txt belongs to no package: delete it.',
    ])
  })
})
