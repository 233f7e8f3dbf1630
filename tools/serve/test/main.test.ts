import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { run } from '../run.ts'

/** Exit code and output of a command line that starts nothing. */
async function outcomeOf(...args: readonly string[]) {
  const [printed, warned]: [string[], string[]] = [[], []]
  const code = await run(args, {
    env: {},
    print: (text) => void printed.push(text),
    warn: (text) => void warned.push(text),
    input: () => Promise.reject(new Error('It reads no input.')),
    stopped: Promise.resolve(),
  })
  return { code, printed: printed.join('\n'), warned: warned.join('\n') }
}

test('--help explains the options and starts nothing', async () => {
  const { code, printed } = await outcomeOf('--help', '--port', '0')
  expect(code).toBe(0)
  expect(printed).toMatch(/--host HOST[\s\S]*--port PORT[\s\S]*CUSTODY_PORT_BASE/)
  expect(printed).not.toContain('http://')
})

test('an unknown option is refused in a sentence, with exit code 2', async () => {
  expect(await outcomeOf('--prot', '1')).toEqual({
    code: 2,
    printed: '',
    warned: "Unknown option '--prot'; did you mean --port? See --help for all commands and options.",
  })
})

test('a folder that cannot keep the demo keys is named in a sentence, with exit code 1', async () => {
  const file = fileURLToPath(import.meta.url)
  expect(await outcomeOf('--port', '0', '--state', file)).toEqual({
    code: 1,
    printed: '',
    warned: `${file} cannot be used (ENOTDIR): choose another folder.`,
  })
})
