import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { readContract } from '../../docs/contract.ts'
import { createSamples } from '../../docs/samples/samples.ts'
import { root } from '../../workspace/root.ts'
import { type Block, readBlocks, listBlocks } from '../blocks.ts'
import { checks, findProblems } from '../languages.ts'
import { readFiles, type SourceFile } from '../repository.ts'
import { documented } from './documented.ts'
import { listNamesUnder, createProgram, type Table } from './tables.ts'

const blocks = readBlocks(root)

/** A table as a block that compiles only if the table is complete. */
const createTableBlock = (table: Table, pages: readonly SourceFile[]): Block => ({
  ...createProgram(table, pages),
  language: 'ts',
})

const readmes = readFiles(root, ['packages/*/README.md'])
const tables = documented.map((table) => createTableBlock(table, readmes))

const samples = readContract().calls.flatMap((call) =>
  createSamples(call)
    .filter(({ language }) => language === 'ts')
    .map(({ code, language }): Block => ({ location: `the sample of ${call.id}`, language, code })),
)

const wrongBlocks: Readonly<Record<string, readonly [language: string, code: string, problem: string]>> = {
  'no language': ['', 'a', 'has the language "", which has no check'],
  'a language without a check': ['python', 'a', 'has the language "python", which has no check'],
  'the name of a field of every object': ['toString', 'a', 'which has no check'],
  'TypeScript that does not compile': ['ts', 'const a: string = 1', 'error TS'],
  'a shell script that does not end': ['sh', "echo 'a", 'unexpected EOF'],
  'JSON with a comma too many': ['json', '[1,]', 'it is not JSON'],
  'a call that there is not': ['http', 'GET {base_url}/api/v2/nothing', 'the contract has no call'],
  'a call with another method': ['http', 'GET {v1_url}/api/v1/withdraw/consume', 'no call "GET'],
  'a missing file': ['yaml', 'a: { $ref: ../schemas/No.yaml }', 'does not exist'],
  'YAML that refers to nothing': ['yaml', 'a: 1', 'refers to no file'],
}

const wrongTables: Readonly<Record<string, readonly [rows: string, problem: string]>> = {
  'a table that lacks a name': ['| `one` | `two` |', `'two' is missing`],
  'a table with a name too many': ['| `one`, `two` | |\n| `three` | |', `'three'`],
  'a table with a name twice': ['| `one`, `two` | |\n| `one` | |', 'same name'],
  'a table without rows': ['', 'missing the following properties'],
}

const wrong: readonly (Block & { readonly problem: string })[] = [
  ...Object.entries(wrongBlocks).map(([what, [language, code, problem]]) => ({
    location: `${what}:1`,
    language,
    code: `${code}\n`,
    problem,
  })),
  ...Object.entries(wrongTables).map(([path, [rows, problem]]) => {
    const text = `# Page\n\n## Names\n\n| name | says |\n| --- | --- |\n${rows}\n\n## Next\n`
    const table = { page: path, heading: 'Names', names: `'one' | 'two'` }
    return { ...createTableBlock(table, [{ path, text }]), problem }
  }),
]

// All in one run of the compiler, which costs more than what it reads. The long tests run the programs.
const problems = findProblems([...blocks, ...tables, ...samples, ...wrong], 'quick')
const findProblemsAt = async (location: string): Promise<readonly string[]> =>
  (await problems).filter((problem) => problem.startsWith(location))

describe('the code blocks', () => {
  test.each(['README.md', 'packages/*/README.md', 'spec/guides/*.md', 'packages/*/src/*.ts'])(
    'of %s are found',
    (pattern) => {
      const form = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.+')}:\\d+$`)
      expect(blocks.some(({ location }) => form.test(location))).toBe(true)
    },
  )

  test('have a language, compile, parse and name existing operations, and tables of READMEs are complete', async () => {
    expect([blocks.length, tables.length, samples.length].map((count) => count > 15)).not.toContain(false)
    const expected = await Promise.all(wrong.map(({ location }) => findProblemsAt(location)))
    expect((await problems).filter((problem) => !expected.flat().includes(problem))).toEqual([])
  })

  test('are covered by the checks that CONTRIBUTING.md lists', () => {
    const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    expect(listNamesUnder(text, 'Pages and their examples')).toEqual(Object.keys(checks))
  })

  test('are found in doc comments, without the asterisks', () => {
    const text = '/**\n * A.\n *\n * ```ts\n * if (a)\n *   b()\n * ```\n */'
    expect(listBlocks({ path: 'a.ts', text })).toEqual([
      { location: 'a.ts:4', language: 'ts', code: 'if (a)\n  b()\n' },
    ])
  })

  test('have a language without a check if they do not end', () => {
    const found = listBlocks({ path: 'a.md', text: '```json\n1\n```\n\n```ts\nlost()' })
    expect(found.map(({ language }) => language)).toEqual(['json', 'block without an end'])
  })

  test.each(wrong)('are reported with their location: $location', async ({ location, problem }) => {
    expect((await findProblemsAt(location)).join('\n')).toContain(problem)
  })
})
