import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { createTerminalEnvironment } from '../../workspace/environment.ts'
import { root } from '../../workspace/root.ts'
import { consumers } from './consumers.ts'
import { findForeignPackages } from './project.ts'
import { formatTable } from './table.ts'

describe('the consumers', () => {
  test('have different names', () => {
    expect(new Set(consumers.map(({ name }) => name)).size).toBe(consumers.length)
  })

  test('use every folder of sources, and no other', () => {
    const folders = readdirSync(join(import.meta.dirname, 'consumers'))
    expect([...new Set(consumers.flatMap(({ sources }) => sources))].toSorted()).toEqual(folders.toSorted())
  })

  test('install exact versions of third-party packages', () => {
    const others = consumers.flatMap(({ others = [] }) => others)
    expect(others.length).toBeGreaterThan(9)
    expect(others.filter((spec) => !/^@?[\w./-]+@\d+\.\d+\.\d+$/.test(spec))).toEqual([])
  })

  test('together install every package that is published', () => {
    const installed = new Set<string>(consumers.flatMap(({ packages }) => packages))
    expect([...installed].toSorted()).toEqual(readdirSync(join(root, 'packages')).toSorted())
  })

  test('are listed in docs/where-it-runs.md', () => {
    expect(readFileSync(join(root, 'docs/where-it-runs.md'), 'utf8')).toContain(formatTable(consumers))
  })
})

describe('what npm has installed', () => {
  const packed = {
    name: '@custody-wallet/types',
    version: '0.1.0',
    file: 'types.tgz',
    integrity: 'sha512-ours',
  }
  const locked = (integrity: string, path = 'node_modules/@custody-wallet/types'): string =>
    JSON.stringify({
      packages: { '': {}, [path]: { integrity }, 'node_modules/hono': { integrity: 'sha512-a' } },
    })

  test('matches the packed tarballs and third-party packages', () => {
    expect(findForeignPackages(locked('sha512-ours'), [packed])).toEqual([])
  })

  test.each([
    ['has other bytes', locked('sha512-other'), [packed]],
    ['was not packed', locked('sha512-ours'), []],
    [
      'lies deeper and has other bytes',
      locked('sha512-other', 'node_modules/a/node_modules/@custody-wallet/types'),
      [packed],
    ],
  ])('is rejected where a package of ours %s', (_name, lockfile, tarballs) => {
    expect(findForeignPackages(lockfile, tarballs)).toEqual(['@custody-wallet/types'])
  })
})

describe('the environment of consumers', () => {
  test('keeps the registries, and drops the settings of the parent process', () => {
    const { PATH, ...rest } = createTerminalEnvironment({
      PATH: '/bin',
      HOME: '/home/somebody',
      NODE_ENV: 'test',
      NO_PROXY: 'intranet',
      CUSTODY_API_KEY: 'secret',
      npm_execpath: 'pnpm',
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_frozen_lockfile: 'true',
      pnpm_config_offline: 'true',
      NPM_CONFIG_CAFILE: 'ca.pem',
    })
    expect(PATH).toMatch(/:\/bin$/)
    expect(rest).toEqual({
      HOME: '/home/somebody',
      NO_PROXY: 'intranet,127.0.0.1',
      NO_COLOR: '1',
      npm_config_registry: 'http://127.0.0.1:9/',
      NPM_CONFIG_CAFILE: 'ca.pem',
    })
  })
})
