// Names of the contract in the guides.
import type { SourceFile } from '../repository.ts'

/** Names that the guides may use. */
export interface Names {
  readonly operations: ReadonlySet<string>
  /** Settings of the open points, and the fields of a profile that contain them. */
  readonly settings: ReadonlySet<string>
}

export function listNames(files: readonly SourceFile[]): Names {
  const texts = files.map(({ text }) => text)
  const settings = texts.flatMap((text) => findMatches(text, /^ *(?:- )?setting: *(\S+)$/gm))
  return {
    operations: new Set(texts.flatMap((text) => findMatches(text, /^ *operationId: *(\w+)$/gm))),
    settings: new Set(settings.flatMap((setting) => [setting, setting.replace(/\..*/, '')])),
  }
}

// Ids of operations begin with these words.
const operation = /`((?:cancel|count|find|get|list|notify|pull|register|sync)[A-Z]\w*)`/g
// A setting ends a source in brackets, follows the word `setting`, or contains a dot.
const setting = /; `([\w.]+)`\)|\bsettings?\b[^`]{0,6}`([\w.]+)`|`([a-z]\w*\.[a-z][\w.]*)`/g

/** Operations and settings in guides that the contract does not have. */
export function findUnknownNames(guides: readonly SourceFile[], { operations, settings }: Names): readonly string[] {
  return guides.flatMap(({ path, text }) => {
    const line = text.replaceAll(/\s+/g, ' ')
    return [
      ...describeUnknown('operation', findMatches(line, operation), operations),
      ...describeUnknown('setting', findMatches(line, setting), settings),
    ].map((problem) => `${path} names ${problem}`)
  })
}

const findMatches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '')

const describeUnknown = (kind: string, names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  names.filter((name) => !known.has(name)).map((name) => `the unknown ${kind} ${name}`)
