import { execFileSync, spawnSync } from 'node:child_process'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { quoteJsonForShell, quoteForShell } from '../../src/cli/shell.ts'

const env = { PATH: process.env['PATH'] }

/** Parses words with a shell. One process parses all of them, because starting one is slow. */
function readWith(shell: string, words: readonly string[]): readonly string[] {
  const input = words.map((word) => String.raw`printf '%s\0' ${word}`).join('\n')
  return execFileSync(shell, ['-s'], { encoding: 'utf8', env, input }).split('\0').slice(0, -1)
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', ':'], { env }).status === 0

const cases: Readonly<Record<string, string>> = {
  'an empty text': '',
  'quotes of both kinds': `it's "one"`,
  'what a shell would expand': '$HOME `date` $(date) * ~ ! \\',
  'two lines': 'one\ntwo\n',
  'control characters, with a quote, a backslash and a comment': `\u001B[31m it's \\ #\u0007\u009B\r\t`,
  'a command after a quote': `\u0007'; echo injected #`,
}

// Favors characters that are special to shells.
const special = fc.constantFrom("'", '"', '\\', '$', '`', '#', '\n', '\r', '\t', '\u007F', '\u009B', '%', ' ')
const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code))
  .filter((text) => text.isWellFormed())
const unit = fc.oneof(special, character)
const anyText = fc.array(unit, { maxLength: 20 }).map((units) => units.join(''))
const word = anyText.map((text) => text.replaceAll('\0', ''))

describe.each(['sh', 'dash', 'bash', 'zsh'].filter(isInstalled))('%s', (shell) => {
  test.each(Object.entries(cases))('reads %s as one word', (_what, text) => {
    expect(readWith(shell, [quoteForShell(text)])).toEqual([text])
  })

  test('reads any text as one word with the same bytes', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 200 }), (texts) => {
        expect(readWith(shell, texts.map(quoteForShell))).toEqual(texts)
      }),
      { numRuns: 5 },
    )
  })

  test('reads any JSON as one word with the same value', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 200 }), (texts) => {
        const words = texts.map((text) => quoteJsonForShell(JSON.stringify({ [text]: text })))
        const read: readonly unknown[] = readWith(shell, words).map((json) => JSON.parse(json))
        expect(read).toEqual(texts.map((text) => ({ [text]: text })))
      }),
      { numRuns: 5 },
    )
  })
})

test('quoted text contains no control character that a terminal interprets', () => {
  fc.assert(
    fc.property(word, (text) => {
      expect(quoteForShell(text)).not.toMatch(/(?!\n)\p{Cc}/u)
      expect(quoteJsonForShell(JSON.stringify(text))).toMatch(/^'[^'\p{Cc}]*'$/u)
    }),
  )
})

test('JSON is quoted as one part in single quotes', () => {
  expect(quoteJsonForShell(JSON.stringify({ memo: `it's \u0007#\u009B` }))).toBe(
    String.raw`'{"memo":"it\u0027s \u0007#\u009b"}'`,
  )
})

test('text with NUL, which shells cannot pass, is rejected', () => {
  expect(() => quoteForShell('a\0b')).toThrow(TypeError)
})
