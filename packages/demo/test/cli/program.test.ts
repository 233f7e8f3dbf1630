import { expect, test } from 'vitest'

import { Failure, createProgram } from '../../src/cli/index.ts'

class BusyError extends Error {}

/** Runs a program whose command throws an error, if given. */
async function runProgram(args: readonly string[], error?: unknown) {
  const [out, err]: [string[], string[]] = [[], []]
  const run = createProgram({
    help: 'Options: --help',
    manifest: new URL('../../package.json', import.meta.url),
    errors: [[BusyError, 'Choose another port.']],
    command: () => {
      if (error !== undefined) throw error
      out.push('ran')
    },
  })
  const terminal = {
    env: {},
    print: (text: string) => void out.push(text),
    warn: (text: string) => void err.push(text),
    input: async () => '',
    stopped: Promise.resolve(),
    interrupted: Promise.resolve(),
  }
  return { code: await run(args, terminal), out: out.join('\n'), err: err.join('\n') }
}

test('a command that succeeds has exit code 0', async () => {
  expect(await runProgram(['--any'])).toEqual({ code: 0, out: 'ran', err: '' })
})

test.each([['help'], ['--help'], ['-h'], ['any', '--help']])('%s %s prints the help', async (...args) => {
  expect(await runProgram(args)).toEqual({ code: 0, out: 'Options: --help', err: '' })
})

test('--version prints the version of the package', async () => {
  expect(await runProgram(['--version'])).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+/),
    err: '',
  })
})

test('a program may print its version in another form', async () => {
  const out: string[] = []
  const run = createProgram({
    help: '',
    manifest: new URL('../../package.json', import.meta.url),
    version: (version, args) => `${version} ${args.join(' ')}`,
    errors: [],
    command: () => {},
  })
  const ended = Promise.resolve()
  const terminal = { env: {}, warn: () => {}, input: async () => '', stopped: ended, interrupted: ended }
  await run(['--version', '--json'], { ...terminal, print: (text) => void out.push(text) })
  expect(out).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+ --version --json$/)])
})

test.each([
  ['a failure', new Failure('Wrong option.', 2), 2, /^Wrong option\.$/],
  ['an expected error', new BusyError('The port is busy.'), 1, /^The port is busy\. Choose another port\.$/],
  ['a bug', new Error('unexpected'), 1, /^Error: unexpected\n +at /],
  ['a thrown text', 'text', 1, /^text$/],
])('%s is printed, with its exit code', async (_what, error, code, text) => {
  expect(await runProgram([], error)).toEqual({ code, out: '', err: expect.stringMatching(text) })
})
