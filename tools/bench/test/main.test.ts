import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

// Compiling takes most of a start, so all starts share what the first one compiled.
const compiled = mkdtempSync(join(tmpdir(), 'custody-bench-'))
afterAll(() => rmSync(compiled, { recursive: true }))

function runBench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  return { status, stdout, stderr }
}

const list = /^contract\n {2}contract\.validation +check of a page of 100 withdrawals/m

test('--help lists the suites and what they measure', () => {
  expect(runBench('contract', '--help')).toEqual({
    status: 0,
    stdout: expect.stringMatching(list),
    stderr: '',
  })
})

test.each(['contracts', 'contract.ts', '../main', 'toString', '__proto__', ''])(
  'no suite is named "%s"; the names follow and the exit code is 2',
  (name) => {
    const { status, stdout, stderr } = runBench(name)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^Unknown suite .*\. Choose from cli, client, console, contract, .*\. See --help\.\n$/)
    expect(stderr).toContain(`suite ${name}. `)
  },
)

test('an unknown option is named, and the exit code is 2', () => {
  expect(runBench('--fast')).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--fast'/),
  })
})
