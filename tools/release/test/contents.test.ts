import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { listOf, listProblems } from '../contents/list.ts'
import type { Package } from '../contents/package.ts'
import { problemsIn } from '../contents/rules.ts'
import { packagesOf } from '../steps/packages.ts'
import { entriesOf, type Manifest, manifestOf } from '../surface/entries.ts'

const root = join(import.meta.dirname, '../../..')

describe.each(packagesOf(root))('of $name users reach', ({ name, folder }) => {
  const { resolve } = createRequire(import.meta.url)
  const targets = new Set(entriesOf(manifestOf(folder)).flatMap((entry) => entry.targets))
  const list = readFileSync(join(root, 'api', `${name.replace(/.*\//, '')}.contents.txt`), 'utf8')

  test('every entry', () => {
    const names = entriesOf(manifestOf(folder)).map(({ specifier }) => specifier)
    for (const specifier of names.filter((each) => !each.includes('*')))
      expect(resolve(specifier)).toContain(folder)
  })

  test('no file that is not an entry', () => {
    const inner = list.split('\n').filter((file) => /\.(?:js|ts)$/.test(file) && !targets.has(file))
    expect(inner.length).toBeGreaterThan(10)
    for (const file of inner)
      expect(() => resolve(`${name}/${file}`)).toThrow(
        expect.objectContaining({ code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' }),
      )
  })
})

const manifest: Manifest = {
  name: '@made-up/lamp',
  version: '1.0.0',
  license: 'MIT',
  sideEffects: false,
  exports: { '.': './dist/index.js', './data/*.json': './data/*.json' },
}
const files = {
  LICENSE: '',
  'README.md': '',
  'CHANGELOG.md': '',
  'data/a.json': '{}',
  'dist/index.js': `export * from './lamp.js'`,
  'dist/index.d.ts': `export * from './lamp.ts'`,
  'dist/lamp.js': '',
  'dist/lamp.d.ts': '',
}

const lamp = (changed: Readonly<Record<string, string | undefined>> = {}, more: object = {}): Package => ({
  manifest: { ...manifest, ...more },
  files: new Map(
    Object.entries({ ...files, ...changed }).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text] as const],
    ),
  ),
})

describe('a package', () => {
  test('with all that belongs into it passes', () => {
    expect(problemsIn(lamp())).toEqual([])
    const map = JSON.stringify({ sources: ['../src/lamp.ts'] })
    const mapped = { 'dist/lamp.js': '//# sourceMappingURL=lamp.js.map', 'dist/lamp.js.map': map }
    expect(problemsIn(lamp({ ...mapped, 'src/lamp.ts': '' }))).toEqual([])
  })

  test('needs no changelog before its first release', () => {
    expect(problemsIn(lamp({ 'CHANGELOG.md': undefined }, { version: '0.0.0' }))).toEqual([])
  })

  test.each<[string, string, Parameters<typeof lamp>]>([
    ['a licence', 'LICENSE is missing', [{ LICENSE: undefined }]],
    ['a README', 'README.md is missing', [{ 'README.md': undefined }]],
    ['a changelog', 'CHANGELOG.md is missing', [{ 'CHANGELOG.md': undefined }]],
    ['its module', 'dist/index.js is missing', [{ 'dist/index.js': undefined }]],
    ['types of an entry', 'dist/index.d.ts is missing', [{ 'dist/index.d.ts': undefined }]],
    ['data of an entry', 'data/*.json is missing', [{ 'data/a.json': undefined }]],
    ['its program', 'dist/cli.js is missing', [{}, { bin: { lamp: './dist/cli.js' } }]],
    ['a module that it imports', 'imports dist/lamp.js', [{ 'dist/lamp.js': undefined }]],
    ['declarations that it imports', 'imports dist/lamp.ts', [{ 'dist/lamp.d.ts': undefined }]],
    ['the source map that it names', 'lamp.js.map', [{ 'dist/lamp.js': '//# sourceMappingURL=lamp.js.map' }]],
    ['a source of a map', 'the source src/a.ts', [{ 'dist/lamp.js.map': '{"sources":["../src/a.ts"]}' }]],
    ['a licence in its manifest', '`license`', [{}, { license: undefined }]],
  ])('without %s is refused', (_name, problem, [changed, more]) => {
    expect(problemsIn(lamp(changed, more)).join('\n')).toContain(problem)
  })

  test.each<[string, string, Parameters<typeof lamp>]>([
    ['a test', 'of no use', [{ 'dist/lamp.test.js': '' }]],
    ['a folder of tests', 'of no use', [{ 'test/a.js': '' }]],
    ['settings of a tool', 'of no use', [{ 'tsconfig.json': '' }]],
    ['the folder that it was built in', 'a path of the machine', [{ 'dist/lamp.js': `'${root}/x'` }]],
    ['a home folder', 'a path of the machine', [{ 'dist/lamp.js': `'${homedir()}/x'` }]],
    ["somebody's home folder", 'a path of the machine', [{ 'dist/lamp.js': `'/Users/ada/x'` }]],
    ['side effects', '`sideEffects`', [{}, { sideEffects: true }]],
    ['an install script', 'postinstall', [{}, { scripts: { postinstall: 'node x.js' } }]],
    ['a script', 'has `scripts`', [{}, { scripts: {} }]],
    ['dependencies for development', 'has `devDependencies`', [{}, { devDependencies: { a: '1.0.0' } }]],
    ['a list of what it carries', 'has `carried`', [{}, { carried: ['a'] }]],
    ['an open folder', 'opens a whole folder', [{}, { exports: { './*': './dist/*.js' } }]],
  ])('with %s is refused', (_name, problem, [changed, more]) => {
    expect(problemsIn(lamp(changed, more)).join('\n')).toContain(problem)
  })
})

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(2)
const mark = (kind: string): string => ['-----BEGIN', kind, 'KEY-----'].join(' ')
const jwk = (member: string): string => JSON.stringify({ kty: 'RSA', [member]: letters })

describe('a secret', () => {
  test.each([
    ['a private key', 'dist/lamp.js', `${mark('PRIVATE')}\n${letters}`],
    ['a private key in a text', 'dist/lamp.js', JSON.stringify(`${mark('RSA PRIVATE')}\r\n${letters}`)],
    ['a private key as JWK', 'data/a.json', jwk('d')],
    ['a token of npm', 'README.md', `npm_${letters.slice(0, 36)}`],
    ['a token of the host', 'README.md', `ghp_${letters.slice(0, 36)}`],
    ['a token of the host in its newer form', 'README.md', `github_pat_${letters}`],
    ['an access key of a cloud', 'README.md', `AKIA${letters.slice(0, 16).toUpperCase()}`],
    ['settings', '.env', ''],
    ['settings for production', 'dist/.env.production', ''],
    ['a file of keys', 'dist/own.pem', ''],
    ['a file of a key', 'own.key', ''],
  ])('is refused: %s', (_name, file, text) => {
    expect(problemsIn(lamp({ [file]: text }))).toEqual([
      expect.stringContaining(`${file} is or holds a secret`),
    ])
  })

  test.each([
    ['the mark of a private key', mark('PRIVATE')],
    ['a public key', `${mark('PUBLIC')}\n${letters}`],
    ['a public key as JWK', jwk('n')],
    ['a word that begins like a token', 'npm_config_registry, AKIA'],
  ])('is not %s', (_name, text) => expect(problemsIn(lamp({ 'README.md': text }))).toEqual([]))

  test.each(['classic', 'modern'])('of the published vectors is one, and known: %s', (suite) => {
    const file = `vectors/${suite}.json`
    const text = readFileSync(join(root, 'packages/encryption', file), 'utf8')
    const packed = (path: string, name: string) => problemsIn(lamp({ [path]: text }, { name }))
    expect(packed(file, '@custody-wallet/encryption')).toEqual([])
    expect(packed(`data/${suite}.json`, '@custody-wallet/encryption')).toHaveLength(1)
    expect(packed(file, '@custody-wallet/client')).toHaveLength(1)
  })
})

describe('the list of a package', () => {
  test('is refused with a file that is new, and with one that is gone', () => {
    expect(listProblems(lamp(), listOf(lamp()))).toEqual([])
    const [added, ...more] = listProblems(lamp({ 'dist/new.js': '' }), listOf(lamp()))
    expect([added, ...more].join('\n')).toMatch(/holds dist\/new\.js[\s\S]*npm run generate/)
    expect(listProblems(lamp({ LICENSE: undefined }), listOf(lamp())).join('\n')).toContain('lacks LICENSE')
  })

  test('demands the changelog from the first release on', () => {
    const without = { 'CHANGELOG.md': undefined }
    const unreleased = lamp(without, { version: '0.0.0' })
    expect(listProblems(unreleased, listOf(unreleased))).toEqual([])
    expect(listProblems(lamp(without), listOf(unreleased)).join('\n')).toContain('lacks CHANGELOG.md')
  })
})
