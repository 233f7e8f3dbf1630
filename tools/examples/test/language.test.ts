import { expect, test } from 'vitest'

import { root } from '../../workspace/root.ts'
import { readFiles, type SourceFile } from '../repository.ts'

const pages = [
  '*.md',
  'packages/**/*.md',
  '{decisions,.changeset,spec,spec/guides}/*.md',
  'spec/**/*.yaml',
  'packages/*/src/**/*.ts',
  'samples/**/*.*',
]

// What to write instead of phrases that readers stumble over.
const phrases: Readonly<Record<string, RegExp>> = {
  'who or what does it, or "not"': /\b(?:nobody|none of it)\b/gi,
  '"always", or "in every version"': /\bfor ever\b/gi,
  '"gets", "is called with" or "reports"': /\b(?:is|are|was|were|be) told\b|\btold (?:so|why)\b/gi,
  '"fix" or "recover"': /\bmend(?:s|ed|ing)?\b/gi,
  '"clean up"': /\btid(?:y|ies|ied|ying)\b/gi,
  '"fault"': /\bwhims?\b/gi,
  '"attacker", "anyone" or "other users"': /\bstrangers?\b/gi,
  '"invalid" or "damaged"': /\bspoilt\b/gi,
}

const findProblems = ({ path, text }: SourceFile): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      Object.entries(phrases).flatMap(([instead, phrase]) =>
        (line.match(phrase) ?? []).map((found) => `${path}:${index + 1}: write ${instead}, not "${found}"`),
      ),
    )

test('the pages, the contract and the sources avoid phrases that readers stumble over', () => {
  expect(readFiles(root, pages).flatMap(findProblems)).toEqual([])
})

test('a phrase is reported with its place and what to write instead', () => {
  expect(findProblems({ path: 'a.md', text: 'The gate.\nNobody mends it.' })).toEqual([
    'a.md:2: write who or what does it, or "not", not "Nobody"',
    'a.md:2: write "fix" or "recover", not "mends"',
  ])
})
