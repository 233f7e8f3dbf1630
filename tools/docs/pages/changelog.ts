// A change is listed once, with all its packages.
import { globSync, readFileSync } from 'node:fs'

import { listChangesets } from '../../contract/changesets.ts'
import { root as folder } from '../../workspace/root.ts'
import { root } from '../contract.ts'
import { type Page, joinParagraphs } from '../page.ts'

type Changesets = Awaited<ReturnType<typeof listChangesets>>
type Releases = Changesets[number]['releases']

/** Headings of the next release, by the highest version that a change asks for. */
const headings = [
  ['major', 'Breaking changes of the next release'],
  ['minor', 'New in the next release'],
  ['patch', 'Fixed in the next release'],
] as const

export async function createChangelogPage(): Promise<Page> {
  const changesets = (await listChangesets(folder)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const earlier = globSync('packages/*/CHANGELOG.md', { cwd: root })
    .toSorted()
    .flatMap((name) => listChanges(readFileSync(new URL(name, root), 'utf8')))
  return {
    path: 'changelog',
    title: 'Changelog',
    summary: 'Changes in the next release of each package and in earlier ones.',
    section: 'More',
    markdown: joinParagraphs(
      '# Changelog',
      'Each change names the packages that it changes.',
      ...headings.flatMap(([version, heading]) => formatNextChanges(changesets, version, heading)),
      changesets.length === 0 && '## Next release\n\nNo changes since the last release.',
      '## Earlier releases',
      earlier.length === 0 ? 'No releases yet.' : formatChanges(earlier),
    ),
  }
}

interface Change {
  /** Name of a package, with its version if it is published. */
  readonly label: string
  readonly text: string
}

function formatNextChanges(
  changesets: Changesets,
  version: Releases[number]['type'],
  heading: string,
): readonly string[] {
  const own = changesets.filter(({ releases }) => findHighest(releases) === version)
  const changes = own.flatMap(({ releases, summary }) =>
    releases.map(({ name }) => ({ label: shorten(name), text: joinLines(summary) })),
  )
  return own.length === 0 ? [] : [`## ${heading}`, formatChanges(changes)]
}

const findHighest = (releases: Releases): string | undefined =>
  headings.map(([version]) => version).find((version) => releases.some(({ type }) => type === version))

/** Lists the changes of a changelog, as changesets writes it. */
function listChanges(changelog: string): readonly Change[] {
  const [title = '', ...versions] = changelog.split(/^## /m)
  return versions.flatMap((version) => {
    const [number = '', ...changes] = version.replaceAll(/^### .*$/gm, '').split(/^- /m)
    const label = `${shorten(title.replace(/^# /, '').trim())} ${number.trim()}`
    return changes.map((text) => ({ label, text: joinLines(text) }))
  })
}

const formatChanges = (changes: readonly Change[]): string =>
  [...Map.groupBy(changes, ({ text }) => text)]
    .map(([text, same]) => `- ${same.map(({ label }) => `\`${label}\``).join(' ')} ${text}`)
    .join('\n')

const shorten = (name: string): string => name.replace(/^@.*\//, '')
const joinLines = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')
