import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { packagesOf } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'
import {
  loose,
  manifestsOf,
  replacements,
  runTime,
  settingsFiles,
  unplanned,
} from '../../policy/manifests.ts'

const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const manifests = manifestsOf(root)
const published = packagesOf(root).map(({ name }) => name)

describe('manifests', () => {
  test('of what is published need what is planned at run time', () => {
    const ours = manifests.filter(({ name }) => published.includes(name))
    expect(ours.flatMap((manifest) => unplanned(manifest, runTime))).toEqual([])
    expect(Object.keys(runTime).toSorted()).toEqual(published.toSorted())
  })

  test('ask for exact versions, and run nothing when they are installed', () => {
    expect(manifests.length).toBeGreaterThan(10)
    expect(manifests.flatMap(loose)).toEqual([])
  })

  test('take exact versions from the catalogs', () => {
    const versions = text.slice(text.indexOf('catalogs:'), text.indexOf('importers:')).match(/specifier: .*/g)
    expect(versions?.length).toBeGreaterThan(3)
    for (const version of versions ?? []) expect(version).toMatch(/^specifier: \d+\.\d+\.\d+$/)
  })

  test.each(['dependencies', 'peerDependencies', 'optionalDependencies'])(
    'are refused with something more in %s',
    (kind) => {
      const manifest = { name: '@custody-wallet/types', [kind]: { 'left-pad': '1.0.0' } }
      expect(unplanned(manifest, runTime)).toEqual([expect.stringContaining('needs left-pad at run time')])
    },
  )

  test('are refused with a name that only looks like ours', () => {
    const needing = (name: string) => ({
      name: '@custody-wallet/types',
      dependencies: { [name]: 'workspace:^' },
    })
    expect(unplanned(needing('@custody-wallet/encryption'), runTime)).toEqual([])
    expect(unplanned(needing('@custody-wallet/tyeps'), runTime)).toEqual([
      expect.stringContaining('add it to tools/release/policy/manifests.ts'),
    ])
  })

  test.each(['bundleDependencies', 'bundledDependencies'])('are refused with %s', (key) => {
    expect(loose({ name: 'a', [key]: true })).toEqual([expect.stringContaining(`a has \`${key}\``)])
  })

  test('are refused without a dependency that is planned, and without a plan', () => {
    expect(unplanned({ name: '@custody-wallet/mock' }, runTime).join('')).toContain(
      'no longer needs @stoplight/prism-http',
    )
    expect(unplanned({ name: '@custody-wallet/new' }, runTime).join('')).toContain(
      '@custody-wallet/new is not in tools/release/policy/manifests.ts',
    )
  })

  test.each([
    '^1.0.0',
    '~1.0.0',
    '1.x',
    '*',
    'latest',
    '>=1.0.0',
    'file:../a',
    'git+ssh://a/b',
    'workspace:~',
  ])('are refused with the version %s', (version) => {
    expect(loose({ name: 'a', devDependencies: { b: version } })).toEqual([
      expect.stringContaining('write an exact version'),
    ])
  })

  test.each(['preinstall', 'install', 'postinstall', 'prepare'])(
    'are refused with the script %s',
    (script) => {
      expect(loose({ name: 'a', scripts: { [script]: 'node a.js' } })).toHaveLength(1)
      expect(loose({ name: 'a', scripts: { [`${script}er`]: 'node a.js' } })).toEqual([])
    },
  )
})

describe('settings', () => {
  test.each(settingsFiles)('in %s replace no package', (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    expect(text.length).toBeGreaterThan(100)
    expect(replacements(file, text)).toEqual([])
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
  ] as const)('are refused when %s has %s', (file, key, text) => {
    expect(replacements(file, text)).toEqual([expect.stringContaining(`${file} has \`${key}\``)])
  })
})
