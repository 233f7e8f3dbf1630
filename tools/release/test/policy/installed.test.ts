import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { packagesOf } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'
import {
  acceptedScripts,
  addressesIn,
  installedFrom,
  installedOf,
  lockfileOf,
  refusedPackages,
  runTimeOf,
} from '../../policy/installed.ts'

const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const lockfile = lockfileOf(text)
const published = packagesOf(root).map(({ name }) => name)

describe("what reaches a user's machine", () => {
  test('has a permitted licence, and runs nothing that is not known', () => {
    const read = installedFrom(root)
    const keys = new Set(
      published.flatMap((name) => [...runTimeOf(name.replace('@custody-wallet', 'packages'), lockfile)]),
    )
    expect(keys.size).toBeGreaterThan(100)
    expect(refusedPackages([...keys].map(read), acceptedScripts)).toEqual([])
    // Every exception is needed.
    expect(refusedPackages([...keys].map(read), {})).toHaveLength(Object.keys(acceptedScripts).length)
  })

  test.each([
    ['types', 0],
    ['encryption', 0],
    ['client', 0],
  ])('with %s is little', (name, count) => {
    expect(runTimeOf(`packages/${name}`, lockfile).size).toBe(count)
  })

  test.each([
    ['GPL-3.0-only', { license: 'GPL-3.0-only' }],
    ['MIT AND GPL-2.0-only', { license: 'MIT AND GPL-2.0-only' }],
    ['(none)', {}],
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
    expect(refusedPackages([installedOf('a@1.0.0', manifest)], {})).toEqual([
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
    expect(refusedPackages([installedOf('a@1.0.0', manifest)], {})).toEqual([])
  })

  test('is refused with an install script, or with something to compile', () => {
    const scripts = { license: 'MIT', scripts: { postinstall: 'node a.js', test: 'node b.js' } }
    expect(refusedPackages([installedOf('a@1.0.0', scripts)], {})).toEqual([
      'a@1.0.0 runs postinstall at installation: use another package, or add it to acceptedScripts.',
    ])
    expect(refusedPackages([installedOf('@a/b@1.0.0', { license: 'MIT' }, true)], {})).toHaveLength(1)
    expect(
      refusedPackages([installedOf('@a/b@1.0.0', { license: 'MIT' }, true)], { '@a/b': 'a reason' }),
    ).toEqual([])
  })
})

test('the lockfile has no addresses', () => {
  expect(addressesIn(text)).toEqual([])
  expect(addressesIn(`${text}\n  resolution: {tarball: http://127.0.0.1:4873/a.tgz}`)).toHaveLength(1)
})
