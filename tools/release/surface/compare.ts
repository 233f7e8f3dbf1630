// Compares what the build has made with what is committed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Texts by their path from the root of the repository. */
export type Texts = ReadonlyMap<string, string>

export function writeTexts(texts: Texts, root: string): void {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** What differs, file by file, with the first lines that do. */
export function differences(texts: Texts, root: string): readonly string[] {
  return [...texts].flatMap(([path, text]) => {
    const file = join(root, path)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return before === text ? [] : [`${path}\n${firstDifference(before, text)}`]
  })
}

/** Reports and lists in api/ of packages that are none any more. */
export function leftOver(root: string, names: readonly string[]): readonly string[] {
  const own = new Set(names.flatMap((name) => [`${name}.md`, `${name}.contents.txt`]))
  return readdirSync(join(root, 'api'), { withFileTypes: true })
    .filter((each) => each.isFile() && !own.has(each.name))
    .map(({ name }) => `api/${name} belongs to no package: delete it.`)
    .toSorted()
}

const shown = 5

/** The first lines that were taken away and that were added, as in a patch. */
export function firstDifference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const start = old.findIndex((line, at) => line !== now[at])
  const at = start < 0 ? old.length : start
  const { gone, come } = changed(old.slice(at), now.slice(at))
  return [`  line ${at + 1}:`, ...marked('-', gone), ...marked('+', come)].join('\n')
}

interface Change {
  readonly gone: readonly string[]
  readonly come: readonly string[]
}

// What both end with has not changed.
function changed(old: readonly string[], now: readonly string[]): Change {
  let end = 0
  while (end < Math.min(old.length, now.length) && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return { gone: old.slice(0, old.length - end), come: now.slice(0, now.length - end) }
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  const more = lines.length - shown
  return [...lines.slice(0, shown), ...(more > 0 ? [`... and ${more} more`] : [])].map(
    (line) => `  ${mark} ${line}`,
  )
}
