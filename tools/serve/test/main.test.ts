import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { run } from '../run.ts'

/** Runs a command line that starts no servers. */
async function runMain(...args: readonly string[]) {
  const [output, warnings]: [string[], string[]] = [[], []]
  const code = await run(args, {
    env: {},
    print: (text) => void output.push(text),
    warn: (text) => void warnings.push(text),
    input: () => Promise.reject(new Error('It reads no input.')),
    stopped: Promise.resolve(),
    interrupted: Promise.resolve(),
  })
  return { code, printed: output.join('\n'), warned: warnings.join('\n') }
}

test('--help prints the options without starting servers', async () => {
  const { code, printed: output } = await runMain('--help', '--port', '0')
  expect(code).toBe(0)
  expect(output).toMatch(/--host HOST[\s\S]*--port PORT[\s\S]*CUSTODY_PORT_BASE/)
  expect(output).not.toContain('http://')
})

test('an unknown option is rejected with exit code 2', async () => {
  expect(await runMain('--prot', '1')).toEqual({
    code: 2,
    printed: '',
    warned: "Unknown option '--prot'; did you mean --port? See --help for all commands and options.",
  })
})

test('a folder that cannot be used for the demo keys is named, with exit code 1', async () => {
  const file = fileURLToPath(import.meta.url)
  expect(await runMain('--port', '0', '--state', file)).toEqual({
    code: 1,
    printed: '',
    warned: `${file} cannot be used (ENOTDIR): choose another folder.`,
  })
})
