import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { runProgram, start } from '../processes.ts'
import { copyTree } from '../tree.ts'
import { gitSettings } from './git.ts'

function createFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'rehearsal-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

const createRunOptions = (signal = new AbortController().signal) => ({
  cwd: createFolder(),
  env: process.env,
  signal,
})
const createNodeCommand = (code: string) => [process.execPath, '-e', code] as const
// A program that starts another, prints its id, and waits for it.
const parent = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
console.log('child ' + child.pid)`
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/cwd`)

describe('a program', () => {
  test('returns its exit code and output', async () => {
    const result = await runProgram(
      createNodeCommand(`console.log('out'); console.error('err'); process.exitCode = 3`),
      createRunOptions(),
    )
    expect(result).toEqual({ code: 3, out: 'out\n', err: 'err\n' })
  })

  test('that does not exist is an error', async () => {
    await expect(runProgram(['no-such-program'], createRunOptions())).rejects.toThrow('ENOENT')
  })

  test('that ends before its output matches rejects with the output', async () => {
    await using program = start(createNodeCommand(`console.error('the port is busy')`), createRunOptions())
    await expect(program.waitForOutput(/ready/)).rejects.toThrow(/exited before it was ready:\nthe port is busy/)
  })

  test.runIf(process.platform === 'linux')(
    'stops the programs that it has started when it is disposed of',
    async () => {
      const program = start(createNodeCommand(parent), createRunOptions())
      const [, pid] = await program.waitForOutput(/child (\d+)/)
      expect(isAlive(Number(pid))).toBe(true)
      await program[Symbol.asyncDispose]()
      // It is not our child, so the system reaps it later.
      await expect.poll(() => isAlive(Number(pid))).toBe(false)
    },
  )

  test('is stopped by the signal, and rejects', async () => {
    const controller = new AbortController()
    const program = runProgram(createNodeCommand('setInterval(() => {}, 1000)'), createRunOptions(controller.signal))
    controller.abort(new Error('Ctrl-C'))
    await expect(program).rejects.toThrow('Ctrl-C')
  })

  test('does not start after the signal', async () => {
    const root = createRunOptions(AbortSignal.abort(new Error('Ctrl-C')))
    await expect(
      runProgram(createNodeCommand(`require('node:fs').writeFileSync('started', '')`), root),
    ).rejects.toThrow('Ctrl-C')
    expect(readdirSync(root.cwd)).toEqual([])
  })
})

/** A repository with one file that is committed, one that is deleted, one that is new and one that is ignored. */
function createRepository(): string {
  const root = createFolder()
  const runGit = (...args: readonly string[]) => execFileSync('git', [...gitSettings, ...args], { cwd: root })
  mkdirSync(join(root, 'src'))
  for (const name of ['src/kept', 'gone']) writeFileSync(join(root, name), name)
  writeFileSync(join(root, '.gitignore'), 'ignored\n')
  runGit('init', '-q')
  runGit('add', '.')
  runGit('commit', '-qm', 'first')
  rmSync(join(root, 'gone'))
  for (const name of ['new', 'ignored']) writeFileSync(join(root, name), name)
  return root
}

test('copies the tree as committed or as it is, also with assume-unchanged', () => {
  const root = createRepository()
  execFileSync('git', ['update-index', '--assume-unchanged', 'src/kept'], { cwd: root })
  writeFileSync(join(root, 'src/kept'), 'changed')
  for (const [extent, files, expectedFiles] of [
    ['committed', ['.gitignore', 'gone', 'src'], 'src/kept'],
    ['as it is', ['.gitignore', 'new', 'src'], 'changed'],
  ] as const) {
    const into = createFolder()
    copyTree(root, into, extent)
    expect(readdirSync(into).toSorted()).toEqual(files)
    expect(readFileSync(join(into, 'src/kept'), 'utf8')).toBe(expectedFiles)
  }
})
