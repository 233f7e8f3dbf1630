import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { packagesOf } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'
import { loose, manifestsOf, replacements, runTime, unplanned } from '../../policy/manifests.ts'

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
    for (const value of [true, ['openapi-fetch']])
      expect(loose({ name: 'a', [key]: value })).toEqual([expect.stringContaining(`a has \`${key}\``)])
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
  const texts = {
    'pnpm-workspace.yaml': readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'),
    'package.json': readFileSync(join(root, 'package.json'), 'utf8'),
    'pnpm-lock.yaml': readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'),
  }

  test('replace no package', () => expect(replacements(texts)).toEqual([]))

  test.each([
    ['pnpm-workspace.yaml', 'patchedDependencies', '\npatchedDependencies: { a: patches/a.patch }\n'],
    ['pnpm-workspace.yaml', 'overrides', "\n'overrides':\n  a: 1.0.0\n"],
    ['pnpm-workspace.yaml', 'packageExtensions', '\npackageExtensions: {}\n'],
    ['pnpm-lock.yaml', 'overrides', '\noverrides:\n  a: 1.0.0\n'],
    ['pnpm-lock.yaml', 'patch_hash', '\n# a@1.0.0(patch_hash=00)\n'],
  ] as const)('are refused when %s has %s', (file, key, more) => {
    expect(replacements({ ...texts, [file]: texts[file] + more })).toEqual([
      expect.stringMatching(new RegExp(`^${file} has .*\`${key}\``)),
    ])
  })

  test.each(['pnpm', 'overrides', 'resolutions'])('are refused when the root manifest has %s', (key) => {
    const more = JSON.stringify({ ...JSON.parse(texts['package.json']), [key]: {} })
    expect(replacements({ ...texts, 'package.json': more })).toEqual([
      expect.stringContaining(`package.json has \`${key}\``),
    ])
  })
})
