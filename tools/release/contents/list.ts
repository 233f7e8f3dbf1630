import { isUnreleased, type Package } from './package.ts'

const changelog = 'CHANGELOG.md'

/** The committed list of a package: a path a line. The changelog is in it before the first release has made one. */
export const listOf = ({ files }: Package): string =>
  `${[...new Set([...files.keys(), changelog])].toSorted().join('\n')}\n`

// Files that the package has and the list does not, and the other way round.
function strays(contents: Package, list: string): readonly string[] {
  const listed = new Set(list.split('\n').filter(Boolean))
  const excused = isUnreleased(contents.manifest) ? [changelog] : []
  const there = new Set([...contents.files.keys(), ...excused])
  return [
    ...[...there]
      .filter((file) => !listed.has(file))
      .map((file) => `It holds ${file}, which its list does not name.`),
    ...[...listed]
      .filter((file) => !there.has(file))
      .map((file) => `It lacks ${file}, which its list names.`),
  ]
}

const shown = 8

/** The same in few lines, with what to do about it. */
export function listProblems(contents: Package, list: string): readonly string[] {
  const found = strays(contents, list)
  if (found.length === 0) return []
  const more = found.length - shown
  return [
    ...found.slice(0, shown),
    ...(more > 0 ? [`... and ${more} more.`] : []),
    'If that is meant, run `npm run generate` and commit the list.',
  ]
}
