import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { shellQuoted } from '../../src/cli/shell.ts'

test.each([
  ['an empty text', ''],
  ['quotes of both kinds', `it's "one"`],
  ['what a shell would expand', '$HOME `date` $(date) * \\'],
  ['two lines', 'one\ntwo'],
  ['control characters, with a quote and a backslash', `\u001B[31m it's \\ \u0007\u009B`],
])('a shell reads %s as one word', (_what, text) => {
  const env = { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] }
  expect(execFileSync('bash', ['-c', `printf %s ${shellQuoted(text)}`], { encoding: 'utf8', env })).toBe(text)
})

test('a pasted text has no control character that a terminal acts on', () => {
  expect(shellQuoted('a\u001B[31m\u009Bb\u0007')).not.toMatch(/(?!\n)\p{Cc}/u)
})
