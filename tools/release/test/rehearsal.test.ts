import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { Step } from '../rehearsal/consumer.ts'
import { consumers } from '../rehearsal/consumers.ts'
import { terminal } from '../rehearsal/environment.ts'
import { complaint } from '../rehearsal/judge.ts'
import { help, optionsFrom } from '../rehearsal/options.ts'
import { foreignPackages } from '../rehearsal/project.ts'
import { failureOf, NoNetwork } from '../rehearsal/reaching.ts'
import { table } from '../rehearsal/table.ts'

describe('the options', () => {
  test('take what is committed and every consumer, unless told otherwise', () => {
    expect(optionsFrom([])).toEqual({ only: '', asItIs: false, help: false })
    expect(optionsFrom(['--as-it-is', '--only', 'hono'])).toEqual({ only: 'hono', asItIs: true, help: false })
  })

  test.each([['--dirty'], ['hono'], ['--only']])('refuse %s', (...args) => {
    expect(() => optionsFrom(args)).toThrow(TypeError)
  })

  test('are explained, with every consumer', () => {
    for (const { name, does } of consumers)
      expect(help).toMatch(new RegExp(`^  ${name} +${escaped(does)}$`, 'm'))
  })
})

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

describe('the consumers', () => {
  test('have names of their own', () => {
    expect(new Set(consumers.map(({ name }) => name)).size).toBe(consumers.length)
  })

  test('use every folder of sources, and no other', () => {
    const folders = readdirSync(join(import.meta.dirname, '../rehearsal/consumers'))
    expect([...new Set(consumers.flatMap(({ sources }) => sources))].toSorted()).toEqual(folders.toSorted())
  })

  test('install exact versions of what others publish', () => {
    const others = consumers.flatMap(({ others = [] }) => others)
    expect(others.length).toBeGreaterThan(9)
    expect(others.filter((spec) => !/^@?[\w./-]+@\d+\.\d+\.\d+$/.test(spec))).toEqual([])
  })

  test('together install every package that is published', () => {
    const published = readdirSync(join(import.meta.dirname, '../../../packages'))
    expect([...new Set(consumers.flatMap(({ packages }) => packages))].toSorted()).toEqual(
      published.toSorted(),
    )
  })
})

describe('the README', () => {
  test('shows the table that a rehearsal prints where all is well', () => {
    const rows = consumers.map(({ name, does, result = 'works' }) => ({
      name,
      does,
      result,
      state: 'passed' as const,
    }))
    const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
    expect(readme).toContain(table(rows))
  })
})

describe('a step', () => {
  const speaks: Step = { run: ['node', 'main.js'], prints: ['one', 'two'] }
  const fails: Step = { run: ['node', 'wrong.js'], fails: /error TS2322/ }

  test('is as it has to be when it prints its lines and ends well', () => {
    expect(complaint(speaks, { code: 0, out: 'one\ntwo\n', err: 'a warning' })).toBeUndefined()
  })

  test('is as it has to be when it fails as it has to', () => {
    expect(complaint(fails, { code: 2, out: 'wrong.js(1,2): error TS2322', err: '' })).toBeUndefined()
  })

  test.each([
    ['prints too little', speaks, { code: 0, out: 'one\n', err: '' }, 'This has to print:\none\ntwo'],
    ['prints too much', speaks, { code: 0, out: 'one\ntwo\nthree\n', err: '' }, 'This has to print:'],
    [
      'prints its lines and fails',
      speaks,
      { code: 1, out: 'one\ntwo\n', err: 'oh' },
      'oh\nThis ended with 1.',
    ],
    ['is killed', speaks, { code: null, out: 'one\ntwo\n', err: '' }, 'This ended with a signal.'],
    ['does not fail', fails, { code: 0, out: 'error TS2322', err: '' }, 'This ended well and has to fail.'],
    [
      'fails otherwise',
      fails,
      { code: 2, out: 'error TS1', err: '' },
      'This has to fail with /error TS2322/.',
    ],
  ])('that %s is complained about', (_name, step, ran, end) => {
    const said = complaint(step, ran)
    expect(said).toMatch(/^\$ node /)
    expect(said).toContain(end)
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

  test('is what was packed, and what others publish', () => {
    expect(foreignPackages(locked('sha512-ours'), [packed])).toEqual([])
  })

  test.each([
    ['has other bytes', locked('sha512-other'), [packed]],
    ['was not packed', locked('sha512-ours'), []],
    [
      'lies deeper and has other bytes',
      locked('sha512-other', 'node_modules/a/node_modules/@custody-wallet/types'),
      [packed],
    ],
  ])('is refused where a package of ours %s', (_name, lockfile, tarballs) => {
    expect(foreignPackages(lockfile, tarballs)).toEqual(['@custody-wallet/types'])
  })
})

describe('a package manager that fails', () => {
  test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENOTCACHED'])(
    'for want of a network (%s) gets one sentence',
    (code) => {
      const error = failureOf('npm', `npm error code ${code}\nnpm error syscall getaddrinfo\n`)
      expect(error).toBeInstanceOf(NoNetwork)
      expect(error.message).toMatch(
        /^npm cannot reach its registry \(\w+\), .*: connect this machine, or [^\n]*\.$/,
      )
    },
  )

  test('for another reason is quoted', () => {
    const error = failureOf('npm', 'npm error code E404')
    expect(error).not.toBeInstanceOf(NoNetwork)
    expect(error.message).toBe('npm failed:\nnpm error code E404')
  })
})

describe('the environment of consumers', () => {
  test('keeps where registries are, and forgets who started us and what belongs to them', () => {
    const { PATH, ...rest } = terminal({
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

describe('the table', () => {
  const works = { name: 'Hono 4', does: 'mounts it', state: 'passed', result: 'works' } as const
  const failed = {
    ...works,
    name: 'Bun',
    state: 'failed',
    result: 'FAILED',
    output: '$ bun main.js\nno',
  } as const

  test('has a line for each consumer', () => {
    expect(table([works])).toBe(
      [
        '| consumer | what was done | result |',
        '| -------- | ------------- | ------ |',
        '| Hono 4   | mounts it     | works  |',
      ].join('\n'),
    )
  })

  test('is followed by what the failed ones printed', () => {
    expect(table([failed, works])).toMatch(/\| Hono 4 .*\n\nBun\n\$ bun main\.js\nno$/)
  })
})
