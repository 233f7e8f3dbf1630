import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { listPackages } from '../../../workspace/packages.ts'
import { root } from '../../../workspace/root.ts'
import {
  acceptedScripts,
  findAddresses,
  createInstalledReader,
  readInstalled,
  parseLockfile,
  findRejectedPackages,
  listRunTime,
} from '../../policy/installed.ts'

const text = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
const lockfile = parseLockfile(text)
const publishedFolders = listPackages(root).map(({ name }) => name)

describe("what reaches a user's machine", () => {
  test('has a permitted licence and only known install scripts', () => {
    const readFromRoot = createInstalledReader(root)
    const keys = new Set(
      publishedFolders.flatMap((name) => [...listRunTime(name.replace('@custody-wallet', 'packages'), lockfile)]),
    )
    expect(keys.size).toBeGreaterThan(100)
    expect(findRejectedPackages([...keys].map(readFromRoot), acceptedScripts)).toEqual([])
    // Every exception is needed.
    expect(findRejectedPackages([...keys].map(readFromRoot), {})).toHaveLength(Object.keys(acceptedScripts).length)
  })

  test.each([
    { license: 'GPL-3.0-only' },
    { license: 'MIT AND GPL-2.0-only' },
    { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] },
    {},
  ])('is rejected with the licence in %j', (manifest) => {
    expect(findRejectedPackages([readInstalled('a@1.0.0', manifest)], {})).toEqual([
      expect.stringContaining('not permitted'),
    ])
  })

  test('is rejected with an install script, or with something to compile', () => {
    const scripts = { license: 'MIT', scripts: { postinstall: 'node a.js', test: 'node b.js' } }
    expect(findRejectedPackages([readInstalled('a@1.0.0', scripts)], {})).toEqual([
      'a@1.0.0 runs postinstall at installation: use another package, or add it to acceptedScripts.',
    ])
    expect(findRejectedPackages([readInstalled('@a/b@1.0.0', { license: 'MIT' }, true)], {})).toHaveLength(1)
    expect(
      findRejectedPackages([readInstalled('@a/b@1.0.0', { license: 'MIT' }, true)], { '@a/b': 'a reason' }),
    ).toEqual([])
  })
})

test('the lockfile has no addresses', () => {
  expect(findAddresses(text)).toEqual([])
  expect(findAddresses(`${text}\n  resolution: {tarball: http://127.0.0.1:4873/a.tgz}`)).toHaveLength(1)
})
