import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { ran, start } from '../processes.ts'
import { copyTree } from '../tree.ts'
import { gitSettings } from './git.ts'

function folder(): string {
  const place = mkdtempSync(join(tmpdir(), 'rehearsal-test-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}

const where = (signal = new AbortController().signal) => ({ cwd: folder(), env: process.env, signal })
const node = (code: string) => [process.execPath, '-e', code] as const
// A program that starts another, says which, and waits for it.
const parent = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
console.log('child ' + child.pid)`
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/cwd`)

describe('a program', () => {
  test('returns its exit code and output', async () => {
    const ended = await ran(node(`console.log('out'); console.error('err'); process.exitCode = 3`), where())
    expect(ended).toEqual({ code: 3, out: 'out\n', err: 'err\n' })
  })

  test('that does not exist is an error', async () => {
    await expect(ran(['no-such-program'], where())).rejects.toThrow('ENOENT')
  })

  test('that ends before its output matches rejects with the output', async () => {
    await using running = start(node(`console.error('the port is busy')`), where())
    await expect(running.saying(/ready/)).rejects.toThrow(/ended before it was ready:\nthe port is busy/)
  })

  test.runIf(process.platform === 'linux')(
    'stops the programs that it has started when it is disposed of',
    async () => {
      const running = start(node(parent), where())
      const [, pid] = await running.saying(/child (\d+)/)
      expect(isAlive(Number(pid))).toBe(true)
      await running[Symbol.asyncDispose]()
      // It is not our child, so the system reaps it later.
      await expect.poll(() => isAlive(Number(pid))).toBe(false)
    },
  )

  test('is stopped by the signal, and rejects', async () => {
    const controller = new AbortController()
    const running = ran(node('setInterval(() => {}, 1000)'), where(controller.signal))
    controller.abort(new Error('Ctrl-C'))
    await expect(running).rejects.toThrow('Ctrl-C')
  })

  test('does not start after the signal', async () => {
    const place = where(AbortSignal.abort(new Error('Ctrl-C')))
    await expect(ran(node(`require('node:fs').writeFileSync('started', '')`), place)).rejects.toThrow(
      'Ctrl-C',
    )
    expect(readdirSync(place.cwd)).toEqual([])
  })
})

/** A repository with one file that is committed, one that is deleted, one that is new and one that is ignored. */
function repository(): string {
  const root = folder()
  const git = (...args: readonly string[]) => execFileSync('git', [...gitSettings, ...args], { cwd: root })
  mkdirSync(join(root, 'src'))
  for (const name of ['src/kept', 'gone']) writeFileSync(join(root, name), name)
  writeFileSync(join(root, '.gitignore'), 'ignored\n')
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  rmSync(join(root, 'gone'))
  for (const name of ['new', 'ignored']) writeFileSync(join(root, name), name)
  return root
}

test('the tree is copied committed or as it is, and as committed even with assume-unchanged', () => {
  const root = repository()
  execFileSync('git', ['update-index', '--assume-unchanged', 'src/kept'], { cwd: root })
  writeFileSync(join(root, 'src/kept'), 'changed')
  for (const [extent, files, kept] of [
    ['committed', ['.gitignore', 'gone', 'src'], 'src/kept'],
    ['as it is', ['.gitignore', 'new', 'src'], 'changed'],
  ] as const) {
    const into = folder()
    copyTree(root, into, extent)
    expect(readdirSync(into).toSorted()).toEqual(files)
    expect(readFileSync(join(into, 'src/kept'), 'utf8')).toBe(kept)
  }
})
