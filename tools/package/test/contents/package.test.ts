import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { root } from '../../../workspace/root.ts'
import { formatFileList, findListProblems, type Package, findRuleProblems } from '../../contents/package.ts'
import type { Manifest } from '../../surface/entries.ts'

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

const createPackage = (changes: Readonly<Record<string, string | undefined>> = {}, more: object = {}): Package => ({
  manifest: { ...manifest, ...more },
  files: new Map(
    Object.entries({ ...files, ...changes }).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text] as const],
    ),
  ),
})

describe('a package', () => {
  test('with all required files passes', () => expect(findRuleProblems(createPackage())).toEqual([]))

  test.each<[string, string, Parameters<typeof createPackage>]>([
    ['lacks a module that it imports', 'imports dist/lamp.js', [{ 'dist/lamp.js': undefined }]],
    ['lacks declarations that it imports', 'imports dist/lamp.ts', [{ 'dist/lamp.d.ts': undefined }]],
    ['has another licence', '`license`', [{}, { license: undefined }]],
    ['contains the folder of its build', 'a path of the build', [{ 'dist/lamp.js': `'${root}/x'` }]],
    ['contains our home folder', 'a path of the build', [{ 'dist/lamp.js': `'${homedir()}/x'` }]],
    ['contains a home folder', 'a path of the build', [{ 'dist/lamp.js': `'/Users/ada/x'` }]],
    ['has side effects', '`sideEffects`', [{}, { sideEffects: true }]],
    ['has a script', 'has `scripts`', [{}, { scripts: {} }]],
    ['has development dependencies', 'has `devDependencies`', [{}, { devDependencies: { a: '1.0.0' } }]],
  ])('that %s is rejected', (_name, problem, [changes, more]) => {
    expect(findRuleProblems(createPackage(changes, more)).join('\n')).toContain(problem)
  })
})

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(2)
const createKeyMark = (kind: string): string => ['-----BEGIN', kind, 'KEY-----'].join(' ')
const createJwk = (field: string): string => JSON.stringify({ kty: 'RSA', [field]: letters })

describe('a secret', () => {
  test.each([
    ['a private key', 'dist/lamp.js', `${createKeyMark('PRIVATE')}\n${letters}`],
    ['a private key in a text', 'dist/lamp.js', JSON.stringify(`${createKeyMark('RSA PRIVATE')}\r\n${letters}`)],
    ['a private key as JWK', 'data/a.json', createJwk('d')],
    ['a token of npm', 'README.md', `npm_${letters.slice(0, 36)}`],
    ['a token of the host', 'README.md', `ghp_${letters.slice(0, 36)}`],
    ['a token of the host in its newer form', 'README.md', `github_pat_${letters}`],
    ['an access key of a cloud', 'README.md', `AKIA${letters.slice(0, 16).toUpperCase()}`],
    ['settings', '.env', ''],
    ['settings for production', 'dist/.env.production', ''],
    ['a file of keys', 'dist/own.pem', ''],
    ['a file of a key', 'own.key', ''],
  ])('is rejected: %s', (_name, file, text) => {
    expect(findRuleProblems(createPackage({ [file]: text }))).toEqual([
      expect.stringContaining(`${file} is or contains a secret`),
    ])
  })

  test.each([
    ['the mark of a private key', createKeyMark('PRIVATE')],
    ['a public key', `${createKeyMark('PUBLIC')}\n${letters}`],
    ['a public key as JWK', createJwk('n')],
    ['a word that begins like a token', 'npm_config_registry, AKIA'],
  ])('is not %s', (_name, text) => expect(findRuleProblems(createPackage({ 'README.md': text }))).toEqual([]))

  test.each(['classic', 'modern'])('of the published vectors is known: %s', (suite) => {
    const file = `vectors/${suite}.json`
    const text = readFileSync(join(root, 'packages/encryption', file), 'utf8')
    const checkFile = (path: string, name: string) => findRuleProblems(createPackage({ [path]: text }, { name }))
    expect(checkFile(file, '@custody-wallet/encryption')).toEqual([])
    expect(checkFile(`data/${suite}.json`, '@custody-wallet/encryption')).toHaveLength(1)
    expect(checkFile(file, '@custody-wallet/client')).toHaveLength(1)
  })
})

describe('the list of a package', () => {
  test('names new and missing files', () => {
    expect(findListProblems(createPackage(), formatFileList(createPackage()))).toEqual([])
    const [added, ...more] = findListProblems(createPackage({ 'dist/new.js': '' }), formatFileList(createPackage()))
    expect([added, ...more].join('\n')).toMatch(/dist\/new\.js is packed, but[\s\S]*npm run generate/)
    expect(
      findListProblems(createPackage({ LICENSE: undefined }), formatFileList(createPackage())).join('\n'),
    ).toContain('LICENSE is in its list')
  })

  test('requires the changelog from the first release on', () => {
    const without = { 'CHANGELOG.md': undefined }
    const unreleased = createPackage(without, { version: '0.0.0' })
    expect(findListProblems(unreleased, formatFileList(unreleased))).toEqual([])
    expect(findListProblems(createPackage(without), formatFileList(unreleased)).join('\n')).toContain(
      'CHANGELOG.md is in its list',
    )
  })
})
