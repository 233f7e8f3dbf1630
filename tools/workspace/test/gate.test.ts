import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { root } from '../root.ts'

const node = `#!${process.execPath}`

/** A tree with our programs in it, and a script as turbo, or as another program. */
function createTree(script: string, program = 'turbo'): string {
  const tree = mkdtempSync(join(tmpdir(), 'gate-test-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  for (const name of ['gate.js', 'pnpm.js', 'summary.js', 'turbo.js'])
    cpSync(join(root, 'tools', name), join(tree, 'tools', name))
  writeFileSync(join(tree, 'package.json'), '{"type":"module","packageManager":"pnpm@1.2.3"}')
  mkdirSync(join(tree, 'bin'))
  writeFileSync(join(tree, 'bin', 'package.json'), '{"type":"commonjs"}')
  writeFileSync(join(tree, 'bin', program), script.startsWith('#!') ? script : `#!/bin/sh\n${script}`)
  chmodSync(join(tree, 'bin', program), 0o755)
  return tree
}

function runTool(tree: string, [tool, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv = {}) {
  const PATH = [join(tree, 'bin'), process.env['PATH']].join(delimiter)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(tree, 'tools', tool), ...args], {
    cwd: tree,
    encoding: 'utf8',
    env: { PATH, ...env },
  })
  return { status, out: stdout, err: stderr }
}

const report = { numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, testResults: [] }

test.each([
  [0, '3 passed, 0 failed'],
  [1, 'Failed: a command that ended without a report\n3 passed, 1 failed'],
])('the gate that ends with %d ends with the totals, without those of earlier runs', (status, line) => {
  const tree = createTree(`
    mkdir -p packages/types/reports
    echo '${JSON.stringify(report)}' > packages/types/reports/test.json
    echo "$*" $TURBO_RUN_SUMMARY
    exit ${status}`)
  const stale = [
    'packages/types/reports/full.json',
    'packages/types/dist/old.js',
    'tools/reports/test.json',
    '.turbo/runs/one.json',
  ]
  for (const file of stale) {
    mkdirSync(join(tree, file, '..'), { recursive: true })
    writeFileSync(join(tree, file), '{')
  }
  const run = runTool(tree, ['gate.js', 'run', 'lint', 'test'])
  expect(run).toEqual({ status, out: `run lint test true\n${line}\n`, err: '' })
  expect(stale.filter((file) => existsSync(join(tree, file)))).toEqual([])
})

describe('what turbo starts', () => {
  const colours = `echo "no: \${NO_COLOR-unset}, force: \${FORCE_COLOR-unset}"`

  test.each([
    ['without a word about colours', {}, 'no: 1, force: unset\n'],
    ['that was asked for colours', { FORCE_COLOR: '1' }, 'no: unset, force: 1\n'],
    ['that was asked for none', { NO_COLOR: '' }, 'no: , force: unset\n'],
  ])('in a pipe %s', (_what, env, expectedOutput) => {
    expect(runTool(createTree(colours), ['turbo.js', 'run'], env).out).toBe(expectedOutput)
  })

  test.runIf(process.platform === 'linux')('keeps its colours in a terminal', () => {
    const tree = createTree(colours)
    const command = `${process.execPath} ${join(tree, 'tools/turbo.js')} run`
    const { stdout } = spawnSync('sh', ['-c', `script -qec '${command}' /dev/null`], {
      encoding: 'utf8',
      env: { PATH: [join(tree, 'bin'), process.env['PATH']].join(delimiter), SHELL: '/bin/sh' },
    })
    expect(stdout.trim()).toBe('no: unset, force: unset')
  })
})

describe('a quiet turbo', () => {
  const wait = 'Building. This takes up to a minute the first time.\n'

  test.each([
    ['says only what takes so long when it succeeds', { status: 0, out: '', err: wait }],
    ['says all when it fails', { status: 3, out: 'run build\n', err: `${wait}why\n` }],
  ])('%s', (_what, expected) => {
    const tree = createTree(`echo "$*"\necho why >&2\nexit ${expected.status}`)
    expect(runTool(tree, ['turbo.js', '--quiet', 'run', 'build'])).toEqual(expected)
  })
})

describe('the pnpm of the commands', () => {
  test('is the version of the manifest, gets all arguments and ends with the same status', () => {
    const tree = createTree('for word; do echo "$word"; done\nexit 3', 'npx')
    const { status, out } = runTool(tree, ['pnpm.js', 'exec', '-c', 'one && two', '--', '$3'])
    expect([status, out]).toEqual([3, expect.stringMatching(/\npnpm@1\.2\.3\nexec\n-c\none && two\n--\n\$3\n$/)])
  })

  test.runIf(process.platform === 'linux')('ends after what it runs, also at Ctrl-C', async () => {
    const lasting = `${node}
      process.once('SIGINT', () => process.stdout.write('stopped', () => process.exit(0)))
      setInterval(() => {}, 1000)
      process.stdout.write('ready')`
    const tree = createTree(lasting, 'npx')
    const PATH = [join(tree, 'bin'), process.env['PATH']].join(delimiter)
    const child = spawn(process.execPath, [join(tree, 'tools/pnpm.js')], { detached: true, env: { PATH } })
    let output = ''
    child.stdout.on('data', (text) => (output += String(text)))
    await once(child.stdout, 'data')
    process.kill(-Number(child.pid), 'SIGINT')
    expect([...(await once(child, 'close')), output]).toEqual([0, null, 'readystopped'])
  })
})
