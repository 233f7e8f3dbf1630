import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { start } from './program.ts'

test('--help explains the options and starts nothing', async () => {
  const program = start(['--help', '--port', '0'])
  expect(await program.ended).toBe(0)
  expect(program.said().out).toMatch(/--host HOST[\s\S]*--port PORT[\s\S]*CUSTODY_PORT_BASE/)
  expect(program.said().out).not.toContain('http://')
})

test('--version prints a version', async () => {
  const program = start(['--version'])
  expect([await program.ended, program.said().out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})

test('an unknown option is refused in a sentence, with exit code 2', async () => {
  const program = start(['--prot', '1'])
  expect(await program.ended).toBe(2)
  expect(program.said()).toEqual({
    out: '',
    err: "Unknown option '--prot'; did you mean --port? See --help for all commands and options.\n",
  })
})

test('a folder that cannot keep the demo keys is named in a sentence, with exit code 1', async () => {
  const file = fileURLToPath(import.meta.url)
  const program = start(['--port', '0', '--state', file])
  expect(await program.ended).toBe(1)
  expect(program.said()).toEqual({
    out: '',
    err: `${file} cannot be used (ENOTDIR): choose another folder.\n`,
  })
})
