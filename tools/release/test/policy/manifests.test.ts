import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { listPackages } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'
import {
  findLoose,
  readManifests,
  findReplacements,
  runTime,
  settingsFiles,
  findUnplanned,
} from '../../policy/manifests.ts'

const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const manifests = readManifests(root)
const publishedFolders = listPackages(root).map(({ name }) => name)

describe('manifests', () => {
  test('of published packages need only planned dependencies at run time', () => {
    const ours = manifests.filter(({ name }) => publishedFolders.includes(name))
    expect(ours.flatMap((manifest) => findUnplanned(manifest, runTime))).toEqual([])
    expect(Object.keys(runTime).toSorted()).toEqual(publishedFolders.toSorted())
  })

  test('require exact versions and have no install scripts', () => {
    expect(manifests.length).toBeGreaterThan(10)
    expect(manifests.flatMap(findLoose)).toEqual([])
  })

  test('take exact versions from the catalogs', () => {
    const versions = text.slice(text.indexOf('catalogs:'), text.indexOf('importers:')).match(/specifier: .*/g)
    expect(versions?.length).toBeGreaterThan(3)
    for (const version of versions ?? []) expect(version).toMatch(/^specifier: \d+\.\d+\.\d+$/)
  })

  test.each(['dependencies', 'peerDependencies', 'optionalDependencies'])(
    'are rejected with something more in %s',
    (kind) => {
      const manifest = { name: '@custody-wallet/types', [kind]: { 'left-pad': '1.0.0' } }
      expect(findUnplanned(manifest, runTime)).toEqual([expect.stringContaining('needs left-pad at run time')])
    },
  )

  test('are rejected with a name that only looks like ours', () => {
    const createManifest = (name: string) => ({
      name: '@custody-wallet/types',
      dependencies: { [name]: 'workspace:^' },
    })
    expect(findUnplanned(createManifest('@custody-wallet/encryption'), runTime)).toEqual([])
    expect(findUnplanned(createManifest('@custody-wallet/tyeps'), runTime)).toEqual([
      expect.stringContaining('add it to tools/release/policy/manifests.ts'),
    ])
  })

  test.each(['bundleDependencies', 'bundledDependencies'])('are rejected with %s', (key) => {
    expect(findLoose({ name: 'a', [key]: true })).toEqual([expect.stringContaining(`a has \`${key}\``)])
  })

  test('are rejected without a planned dependency, and with an unplanned one', () => {
    expect(findUnplanned({ name: '@custody-wallet/mock' }, runTime).join('')).toContain(
      'no longer needs @stoplight/prism-http',
    )
    expect(findUnplanned({ name: '@custody-wallet/new' }, runTime).join('')).toContain(
      '@custody-wallet/new is not in tools/release/policy/manifests.ts',
    )
  })

  test.each(['^1.0.0', '~1.0.0', '1.x', '*', 'latest', '>=1.0.0', 'file:../a', 'git+ssh://a/b', 'workspace:~'])(
    'are rejected with the version %s',
    (version) => {
      expect(findLoose({ name: 'a', devDependencies: { b: version } })).toEqual([
        expect.stringContaining('write an exact version'),
      ])
    },
  )

  test.each(['preinstall', 'install', 'postinstall', 'prepare'])('are rejected with the script %s', (script) => {
    expect(findLoose({ name: 'a', scripts: { [script]: 'node a.js' } })).toHaveLength(1)
    expect(findLoose({ name: 'a', scripts: { [`${script}er`]: 'node a.js' } })).toEqual([])
  })
})

describe('settings', () => {
  test.each(settingsFiles)('in %s replace no package', (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    expect(text.length).toBeGreaterThan(100)
    expect(findReplacements(file, text)).toEqual([])
  })

  test.each([
    ['pnpm-workspace.yaml', 'patchedDependencies', 'patchedDependencies: { a: patches/a.patch }'],
    ['pnpm-workspace.yaml', 'overrides', "'overrides':\n  a: 1.0.0"],
    ['pnpm-workspace.yaml', 'packageExtensions', 'packageExtensions: {}'],
    ['pnpm-lock.yaml', 'overrides', "lockfileVersion: '9.0'\n\noverrides:\n  a: 1.0.0"],
    ['pnpm-lock.yaml', 'patch_hash', 'packages:\n  a@1.0.0(patch_hash=00): {}'],
    ['package.json', 'pnpm', '{ "pnpm": {} }'],
    ['package.json', 'overrides', '{ "overrides": {} }'],
    ['package.json', 'resolutions', '{ "resolutions": {} }'],
  ] as const)('are rejected when %s has %s', (file, key, text) => {
    expect(findReplacements(file, text)).toEqual([expect.stringContaining(`${file} has \`${key}\``)])
  })
})
