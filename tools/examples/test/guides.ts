// Names of the contract in the guides.
import type { SourceFile } from '../repository.ts'

/** Names that the guides may use. */
export interface Names {
  readonly operations: ReadonlySet<string>
  /** Knobs of the open points, and the members of a profile that contain them. */
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

// Ids of operations begin with these words.
const operation = /`((?:cancel|count|find|get|list|notify|pull|register|sync)[A-Z]\w*)`/g
// A knob ends a source in brackets, follows the word `knob`, or contains a dot.
const knob = /; `([\w.]+)`\)|\bknobs?\b[^`]{0,6}`([\w.]+)`|`([a-z]\w*\.[a-z][\w.]*)`/g

/** Operations and knobs in guides that the contract does not have. */
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
