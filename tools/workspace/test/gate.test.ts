import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { root } from '../root.ts'

/** A tree with our programs in it, and a turbo, or another program, that runs a piece of JavaScript. */
function treeWith(code: string, program = 'turbo'): string {
  const tree = mkdtempSync(join(tmpdir(), 'gate-test-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  for (const name of ['gate.js', 'pnpm.js', 'summary.js', 'turbo.js'])
    cpSync(join(root, 'tools', name), join(tree, 'tools', name))
  writeFileSync(join(tree, 'package.json'), '{"type":"module","packageManager":"pnpm@1.2.3"}')
  mkdirSync(join(tree, 'bin'))
  writeFileSync(join(tree, 'bin', 'package.json'), '{"type":"commonjs"}')
  writeFileSync(join(tree, 'bin', program), `#!${process.execPath}\n${code}\n`)
  chmodSync(join(tree, 'bin', program), 0o755)
  return tree
}

function ran(tree: string, [tool, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv = {}) {
  const PATH = [join(tree, 'bin'), process.env['PATH']].join(delimiter)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(tree, 'tools', tool), ...args], {
    cwd: tree,
    encoding: 'utf8',
    env: { PATH, ...env },
  })
  return { status, out: stdout, err: stderr }
}

describe('the gate', () => {
  const reporting = (status: number) => `
    const { mkdirSync, writeFileSync } = require('node:fs')
    mkdirSync('packages/types/reports', { recursive: true })
    const report = { numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, testResults: [] }
    writeFileSync('packages/types/reports/test.json', JSON.stringify(report))
    console.log(process.argv.slice(2).join(' '), process.env.TURBO_RUN_SUMMARY)
    process.exitCode = ${status}`

  test.each([
    [0, '3 passed, 0 failed'],
    [1, 'Failed: a command that ended without a report\n3 passed, 1 failed'],
  ])('that ends with %d ends with the totals', (status, line) => {
    const run = ran(treeWith(reporting(status)), ['gate.js', 'run', 'lint', 'test'])
    expect(run).toEqual({ status, out: `run lint test true\n${line}\n`, err: '' })
  })

  test('counts nothing that an earlier run left', () => {
    const tree = treeWith(reporting(0))
    const stale = ['packages/types/reports/full.json', 'tools/reports/test.json', '.turbo/runs/one.json']
    for (const file of stale) {
      mkdirSync(join(tree, file, '..'), { recursive: true })
      writeFileSync(join(tree, file), '{')
    }
    expect(ran(tree, ['gate.js']).out).toMatch(/^ true\n3 passed, 0 failed\n$/)
    expect(stale.filter((file) => existsSync(join(tree, file)))).toEqual([])
  })
})

describe('what turbo starts', () => {
  const colours = `console.log(JSON.stringify({ no: process.env.NO_COLOR, force: process.env.FORCE_COLOR }))`

  test.each([
    ['without a word about colours', {}, { no: '1' }],
    ['that was asked for colours', { FORCE_COLOR: '1' }, { force: '1' }],
    ['that was asked for none', { NO_COLOR: '' }, { no: '' }],
  ])('in a pipe %s', (_what, env, told) => {
    expect(JSON.parse(ran(treeWith(colours), ['turbo.js', 'run'], env).out)).toEqual(told)
  })

  test.runIf(process.platform === 'linux')('keeps its colours in a terminal', () => {
    const tree = treeWith(colours)
    const command = `${process.execPath} ${join(tree, 'tools/turbo.js')} run`
    const { stdout } = spawnSync('sh', ['-c', `script -qec '${command}' /dev/null`], {
      encoding: 'utf8',
      env: { PATH: [join(tree, 'bin'), process.env['PATH']].join(delimiter), SHELL: '/bin/sh' },
    })
    expect(JSON.parse(stdout)).toEqual({})
  })
})

describe('a quiet turbo', () => {
  const saying = (status: number) => `
    console.log(process.argv.slice(2).join(' '))
    console.error('why')
    process.exitCode = ${status}`
  const wait = 'Building. This takes up to a minute the first time.\n'

  test.each([
    ['says only what takes so long when it succeeds', { status: 0, out: '', err: wait }],
    ['says all when it fails', { status: 3, out: 'run build\n', err: `${wait}why\n` }],
  ])('%s', (_what, expected) => {
    expect(ran(treeWith(saying(expected.status)), ['turbo.js', '--quiet', 'run', 'build'])).toEqual(expected)
  })
})

describe('the pnpm of the commands', () => {
  test('is the version of the manifest, gets all arguments and ends with the same status', () => {
    const tree = treeWith('console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3', 'npx')
    const { status, out } = ran(tree, ['pnpm.js', 'exec', '-c', 'one && two', '--', '$3'])
    const settings = ['-y', '--prefer-offline', '--allow-scripts=pnpm']
    expect([status, JSON.parse(out)]).toEqual([
      3,
      [...settings, 'pnpm@1.2.3', 'exec', '-c', 'one && two', '--', '$3'],
    ])
  })

  test.runIf(process.platform === 'linux')('ends after what it runs, also at Ctrl-C', async () => {
    const lasting = `
      process.once('SIGINT', () => process.stdout.write('stopped', () => process.exit(0)))
      setInterval(() => {}, 1000)
      process.stdout.write('ready')`
    const tree = treeWith(lasting, 'npx')
    const PATH = [join(tree, 'bin'), process.env['PATH']].join(delimiter)
    const child = spawn(process.execPath, [join(tree, 'tools/pnpm.js')], { detached: true, env: { PATH } })
    let said = ''
    child.stdout.on('data', (text) => (said += String(text)))
    await once(child.stdout, 'data')
    process.kill(-Number(child.pid), 'SIGINT')
    expect([...(await once(child, 'close')), said]).toEqual([0, null, 'readystopped'])
  })
})
