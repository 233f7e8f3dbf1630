import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { root } from '../../../workspace/root.ts'
import { listOf, listProblems, type Package, ruleProblems } from '../../contents/package.ts'
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

const lamp = (changed: Readonly<Record<string, string | undefined>> = {}, more: object = {}): Package => ({
  manifest: { ...manifest, ...more },
  files: new Map(
    Object.entries({ ...files, ...changed }).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text] as const],
    ),
  ),
})

describe('a package', () => {
  test('with all that it needs passes', () => expect(ruleProblems(lamp())).toEqual([]))

  test.each<[string, string, Parameters<typeof lamp>]>([
    ['lacks a module that it imports', 'imports dist/lamp.js', [{ 'dist/lamp.js': undefined }]],
    ['lacks declarations that it imports', 'imports dist/lamp.ts', [{ 'dist/lamp.d.ts': undefined }]],
    ['has another licence', '`license`', [{}, { license: undefined }]],
    ['contains the folder of its build', 'a path of the build', [{ 'dist/lamp.js': `'${root}/x'` }]],
    ['contains our home folder', 'a path of the build', [{ 'dist/lamp.js': `'${homedir()}/x'` }]],
    ['contains a home folder', 'a path of the build', [{ 'dist/lamp.js': `'/Users/ada/x'` }]],
    ['has side effects', '`sideEffects`', [{}, { sideEffects: true }]],
    ['has a script', 'has `scripts`', [{}, { scripts: {} }]],
    ['has development dependencies', 'has `devDependencies`', [{}, { devDependencies: { a: '1.0.0' } }]],
  ])('that %s is refused', (_name, problem, [changed, more]) => {
    expect(ruleProblems(lamp(changed, more)).join('\n')).toContain(problem)
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
    expect(ruleProblems(lamp({ [file]: text }))).toEqual([
      expect.stringContaining(`${file} is or contains a secret`),
    ])
  })

  test.each([
    ['the mark of a private key', mark('PRIVATE')],
    ['a public key', `${mark('PUBLIC')}\n${letters}`],
    ['a public key as JWK', jwk('n')],
    ['a word that begins like a token', 'npm_config_registry, AKIA'],
  ])('is not %s', (_name, text) => expect(ruleProblems(lamp({ 'README.md': text }))).toEqual([]))

  test.each(['classic', 'modern'])('of the published vectors is one, and known: %s', (suite) => {
    const file = `vectors/${suite}.json`
    const text = readFileSync(join(root, 'packages/encryption', file), 'utf8')
    const packed = (path: string, name: string) => ruleProblems(lamp({ [path]: text }, { name }))
    expect(packed(file, '@custody-wallet/encryption')).toEqual([])
    expect(packed(`data/${suite}.json`, '@custody-wallet/encryption')).toHaveLength(1)
    expect(packed(file, '@custody-wallet/client')).toHaveLength(1)
  })
})

describe('the list of a package', () => {
  test('names new and missing files', () => {
    expect(listProblems(lamp(), listOf(lamp()))).toEqual([])
    const [added, ...more] = listProblems(lamp({ 'dist/new.js': '' }), listOf(lamp()))
    expect([added, ...more].join('\n')).toMatch(/dist\/new\.js is packed, but[\s\S]*npm run generate/)
    expect(listProblems(lamp({ LICENSE: undefined }), listOf(lamp())).join('\n')).toContain(
      'LICENSE is in its list',
    )
  })

  test('demands the changelog from the first release on', () => {
    const without = { 'CHANGELOG.md': undefined }
    const unreleased = lamp(without, { version: '0.0.0' })
    expect(listProblems(unreleased, listOf(unreleased))).toEqual([])
    expect(listProblems(lamp(without), listOf(unreleased)).join('\n')).toContain(
      'CHANGELOG.md is in its list',
    )
  })
})
