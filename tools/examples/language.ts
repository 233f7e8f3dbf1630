// The words of the pages, the contract, the sources and the tests.
import { matchesGlob } from 'node:path/posix'

import type { SourceFile } from './repository.ts'

// What to write instead of phrases that readers stumble over.
const phrases: Readonly<Record<string, RegExp>> = {
  'who or what does it, or "not"': /(?<!')\b(?:nobody|none of it)\b/gi,
  '"always", or "in every version"': /\bfor ever\b/gi,
  '"gets", "is called with" or "reports"': /\b(?:is|are|was|were|be) told\b|\btold (?:so|why)\b/gi,
  '"fix" or "recover"': /\bmend(?:s|ed|ing)?\b/gi,
  '"clean up"': /\btid(?:y|ies|ied|ying)\b/gi,
  '"fault"': /\bwhims?\b/gi,
  '"attacker", "anyone" or "unauthenticated caller"': /\bstrangers?\b/gi,
  '"invalid" or "corrupted"': /\bspoilt\b/gi,
  '"setting"': /knob\w*/gi,
  '"integer"': /\bwhole numbers?\b/gi,
  '"undocumented"': /\bnot shown\b/gi,
  '"alert on"': /\balarm on\b/gi,
}

/** Phrases to replace, each with its file, its line and what to write instead. */
export const findPhrases = ({ path, text }: SourceFile): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      Object.entries(phrases).flatMap(([instead, phrase]) =>
        (line.match(phrase) ?? []).map((found) => `${path}:${index + 1}: write ${instead}, not "${found}"`),
      ),
    )

interface Exception {
  readonly name: RegExp
  readonly files: string
  readonly reason: string
}

/** Identifiers with an old word that others depend on. */
export const exceptions: readonly Exception[] = [
  {
    name: /^answer$/,
    files: '{packages/encryption/src/modern/headers,packages/encryption/test/{confusion/suites,mutants/judge}}.ts',
    reason: 'the value of the claim `d` in a sealed response',
  },
  {
    name: /^answer$/,
    files: '{packages/encryption/test/party/frozen.test,tools/interop/languages/published}.ts',
    reason: 'a field of the published vectors',
  },
  {
    name: /^(?:open|seal)(?:Query)?Answer$/,
    files: 'tools/interop/languages/calls.ts',
    reason: 'a call to the samples in other languages',
  },
]

// A comment or a string, or else a name with an old word.
const names =
  /\/\/.*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<name>\b\w*(?:answer|knob)\w*)/gi

/** Identifiers to rename, each with its file, its line and the word to use. */
export function findOldNames({ path, text }: SourceFile): readonly string[] {
  const expected = exceptions.filter(({ files }) => matchesGlob(path, files))
  return [...text.matchAll(names)].flatMap(({ index, groups: { name = '' } = {} }) => {
    if (name === '' || expected.some((exception) => exception.name.test(name))) return []
    const line = text.slice(0, index).split('\n').length
    return [`${path}:${line}: name ${name} after a ${/knob/i.test(name) ? 'setting' : 'response'}`]
  })
}
