import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { root } from '../../workspace/root.ts'
import {
  findCircles,
  findDeadLinks,
  readFiles,
  findForbiddenImports,
  layers,
  findOrphans,
  findSharedFields,
} from '../repository.ts'

const createSource = (path: string, text: string) => [{ path, text }]

describe('imports', () => {
  test('point upwards only', () => {
    // The guides are text with examples.
    const isCode = ({ path }: { path: string }) => path !== 'packages/cli/src/generated/guides.ts'
    const files = readFiles(root, ['packages/*/src/**/*.ts']).filter(isCode)
    expect(files.length).toBeGreaterThan(10)
    expect(findForbiddenImports(files, layers)).toEqual([])
  })

  test.each([
    ['a package below', `import { seal } from '@custody-wallet/encryption'`, 'imports encryption'],
    ['the tools', `import { root } from '../../../tools/codegen/tree.ts'`, 'leaves its package'],
  ])('of %s are rejected', (_name, text, problem) => {
    expect(findForbiddenImports(createSource('packages/types/src/a.ts', text), layers)).toEqual([
      expect.stringContaining(problem),
    ])
  })

  test('of a package without a layer are rejected', () => {
    expect(findForbiddenImports(createSource('packages/new/src/a.ts', ''), layers)).toEqual([
      expect.stringContaining('no layer yet'),
    ])
  })
})

describe('folders', () => {
  test.each(Object.keys(layers))('of %s import in one direction', (name) => {
    const files = readFiles(root, [`packages/${name}/src/**/*.{ts,tsx}`])
    expect(files.length).toBeGreaterThan(5)
    expect(findCircles(files)).toEqual([])
  })

  test.each([
    ['each other', 2, { 'a/one.ts': '../b/two.ts', 'b/three.ts': '../a/four.ts' }],
    [
      'each other through a file',
      3,
      { 'a/one.ts': '../two.ts', 'two.ts': './b/three.ts', 'b/three.ts': '../a/one.ts' },
    ],
    ['others in one direction', 0, { 'a/one.ts': '../b/two.ts', 'b/two.ts': './three.ts', 'c.ts': './b/two.ts' }],
  ])('that import %s give %s circular imports', (_name, count, imports) => {
    const files = Object.entries(imports).map(([path, target]) => ({
      path: `packages/types/src/${path}`,
      text: `import type { A } from '${target}'`,
    }))
    expect(findCircles(files)).toHaveLength(count)
  })
})

describe('links between pages', () => {
  test('lead somewhere', () => {
    const pages = readFiles(root, [
      '*.md',
      'decisions/*.md',
      'docs/*.md',
      'spec/**/*.md',
      'packages/**/*.md',
      'samples/*.md',
      'tools/**/*.md',
    ])
    expect(pages.length).toBeGreaterThan(14)
    expect(findDeadLinks(pages, (path) => existsSync(join(root, path)))).toEqual([])
  })

  test.each([
    ['a file that is not there', '[a](./b.md)'],
    ['a heading that is not there', '# Here\n[a](#there)'],
    ['a heading of another page that is not there', '[a](./page.md#there)'],
  ])('are rejected when they lead to %s', (_name, text) => {
    const pages = [...createSource('docs/a.md', text), ...createSource('docs/page.md', '# Other')]
    expect(findDeadLinks(pages, (path) => pages.some((page) => page.path === path))).toHaveLength(1)
  })
})

describe('the description', () => {
  test('has no unused file', () => {
    // Arazzo workflows run separately.
    const files = readFiles(root, ['spec/**/*.yaml']).filter(({ path }) => !path.endsWith('.arazzo.yaml'))
    expect(files.length).toBeGreaterThan(150)
    expect(findOrphans(files)).toEqual([])
  })

  test('with an unused file is rejected', () => {
    const files = [
      ...createSource('spec/a.yaml', '$ref: ./b.yaml'),
      ...createSource('spec/b.yaml', "{ $ref: './a.yaml' }"),
      ...createSource('spec/c.yaml', ''),
    ]
    expect(findOrphans(files)).toEqual(['spec/c.yaml'])
  })
})

describe('schemas that the contract writes twice', () => {
  const text = readFileSync(join(root, 'packages/types/openapi/plain.json'), 'utf8')
  const { schemas }: { schemas: Record<string, { properties: Record<string, object> }> } = JSON.parse(text).components

  test.each<[string, string, readonly string[]]>([
    ['Withdrawal', 'Deposit', ['status']],
    ['Stake', 'StakingDetails', []],
    ['StakingStep', 'LockedStakingStep', []],
  ])('every field of %s is in %s, and they are alike', (one, other, differing) => {
    const shared = findSharedFields(schemas[one] ?? {}, schemas[other] ?? {})
    const names = Object.keys(schemas[one]?.properties ?? {})
    expect(names.length).toBeGreaterThan(0)
    const missing = names.filter((name) => !shared.has(name))
    expect(missing.map((name) => `Add ${name} to spec/schemas/${other}.yaml, or remove this pair.`)).toEqual([])
    expect([...shared].filter(([, isAlike]) => !isAlike).map(([name]) => name)).toEqual(differing)
  })

  test('may differ only in descriptions', () => {
    const createSchema = (description: string, type: string) => ({
      properties: { fee: { description, type } },
    })
    expect(findSharedFields(createSchema('Fee.', 'string'), createSchema('Cost.', 'string')).get('fee')).toBe(true)
    expect(findSharedFields(createSchema('Fee.', 'string'), createSchema('Fee.', 'integer')).get('fee')).toBe(false)
  })
})

describe('the tree', () => {
  test('holds no private key', () => {
    const files = readFiles(root, [
      'spec/**/*.*',
      'packages/*/{src,test,openapi}/**/*.*',
      'tools/**/*.*',
      'samples/**/*.*',
      '*.*',
    ])
    // The mark and the first line of a key; a test may name the mark alone.
    const key = /BEGIN [A-Z ]*PRIVATE KEY-----(?:\\n|\s)+[A-Za-z0-9+/]{40}/
    const found = files.filter(({ text }) => key.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  test('names the host of no package registry', () => {
    const files = readFiles(root, [
      'spec/**/*.*',
      'packages/**/*.*',
      'tools/**/*.*',
      'samples/**/*.*',
      'api/**/*.*',
      '{.changeset,.ci,.github}/**/*.*',
      '*.*',
    ])
    // Written so that it does not find itself.
    const host = /npm[j]s\.(?:com|org)|yarn[p]kg\.com|\bjsr[.]io/
    expect(files.length).toBeGreaterThan(1000)
    expect(files.filter(({ text }) => host.test(text)).map(({ path }) => path)).toEqual([])
  })
})
