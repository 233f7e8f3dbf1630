import { matchesGlob } from 'node:path/posix'

import { describe, expect, test } from 'vitest'

import { root } from '../../workspace/root.ts'
import { exceptions, findOldNames, findPhrases } from '../language.ts'
import { readFiles } from '../repository.ts'

const sources = ['packages/*/{src,test}/**/*.{ts,tsx}', 'tools/**/*.ts']
const pages = [
  '*.md',
  '{docs,packages}/**/*.md',
  '{decisions,.changeset,spec,spec/guides}/*.md',
  'spec/**/*.yaml',
  'samples/**/*.*',
  'tools/**/*.{js,yaml}',
  ...sources,
]
// Both contain the words that they reject.
const ownFiles = 'tools/examples/{language,test/language.test}.ts'
const readTexts = (patterns: readonly string[]) =>
  readFiles(root, patterns).filter(({ path }) => !matchesGlob(path, ownFiles))

describe('phrases that readers stumble over', () => {
  test('are on no page and in no source', () => {
    expect(readTexts(pages).flatMap(findPhrases)).toEqual([])
  })

  test('are reported with their line and what to write instead', () => {
    const text = 'The gate.\nNobody mends it.\nA knob takes a Whole number.\nIts limit is not shown: alarm on it.'
    expect(findPhrases({ path: 'a.md', text })).toEqual([
      'a.md:2: write who or what does it, or "not", not "Nobody"',
      'a.md:2: write "fix" or "recover", not "mends"',
      'a.md:3: write "setting", not "knob"',
      'a.md:3: write "integer", not "Whole number"',
      'a.md:4: write "undocumented", not "not shown"',
      'a.md:4: write "alert on", not "alarm on"',
    ])
  })
})

describe('identifiers with an old word', () => {
  test('are in no source', () => {
    expect(readTexts(sources).flatMap(findOldNames)).toEqual([])
  })

  test('are reported with their line and the word to use', () => {
    const text = "// An answer.\nconst answer = 'answer'\nconst { myKnobs } = options"
    expect(findOldNames({ path: 'a.ts', text })).toEqual([
      'a.ts:2: name answer after a response',
      'a.ts:3: name myKnobs after a setting',
    ])
  })

  test('may be in comments and strings, where a person answers a question', () => {
    const text = "/** Answers\n * a question. */\nask(`answer`, \"answers\", 'it\\'s answered') // answered"
    expect(findOldNames({ path: 'a.ts', text })).toEqual([])
  })

  test.each(exceptions)('are expected where $reason', ({ name, files }) => {
    const found = readTexts(sources).filter(({ path }) => matchesGlob(path, files))
    expect(found.some(({ text }) => text.match(/\w+/g)?.some((word) => name.test(word)))).toBe(true)
  })
})
