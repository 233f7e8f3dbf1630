import { dirname, join } from 'node:path/posix'

const relative = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.(?:ts|js)['"]/g

/** Declaration files that the entries of a package lead to: an editor opens no others. */
export function reachable(entries: readonly string[], read: (file: string) => string): ReadonlySet<string> {
  const seen = new Set(entries)
  // A set hands out what is added to it on the way.
  for (const file of seen)
    for (const [, path = ''] of read(file).matchAll(relative)) seen.add(`${join(dirname(file), path)}.d.ts`)
  return seen
}
