// Names that the guides take from the contract.
import type { SourceFile } from './repository.ts'

/** What the guides may name, as the files of the description have it. */
export interface Names {
  readonly operations: ReadonlySet<string>
  /** Knobs of the open points, and the members of a profile that they stand in. */
  readonly knobs: ReadonlySet<string>
}

export function namesIn(files: readonly SourceFile[]): Names {
  const texts = files.map(({ text }) => text)
  const knobs = texts.flatMap((text) => found(text, /^ *(?:- )?knob: *(\S+)$/gm))
  return {
    operations: new Set(texts.flatMap((text) => found(text, /^ *operationId: *(\w+)$/gm))),
    knobs: new Set(knobs.flatMap((knob) => [knob, knob.replace(/\..*/, '')])),
  }
}

// The beginnings of the ids that operations have.
const operation = /`((?:cancel|count|find|get|list|notify|pull|register|sync)[A-Z]\w*)`/g
// A knob ends a remark on a source in brackets, follows the word, or has a dot.
const knob = /; `([\w.]+)`\)|\bknobs?\b[^`]{0,6}`([\w.]+)`|`([a-z]\w*\.[a-z][\w.]*)`/g

/** Operations and knobs that guides name but the contract does not know. */
export function unknownNames(guides: readonly SourceFile[], { operations, knobs }: Names): readonly string[] {
  return guides.flatMap(({ path, text }) => {
    const line = text.replaceAll(/\s+/g, ' ')
    return [
      ...unknown('operation', found(line, operation), operations),
      ...unknown('knob', found(line, knob), knobs),
    ].map((problem) => `${path} names ${problem}`)
  })
}

const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '')

const unknown = (kind: string, names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  names.filter((name) => !known.has(name)).map((name) => `the unknown ${kind} ${name}`)
