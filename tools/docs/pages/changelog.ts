import { globSync, readFileSync } from 'node:fs'

import { listChangesets } from '../../contract/changesets.ts'
import { root as folder } from '../../workspace/root.ts'
import { root } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'

export async function createChangelogPage(): Promise<Page> {
  const changesets = (await listChangesets(folder)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const changes = changesets.flatMap(({ releases, summary }) =>
    releases.map(({ name, type }) => [`\`${name}\``, type, summary]),
  )
  const changelogs = globSync('packages/*/CHANGELOG.md', { cwd: root })
    .toSorted()
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
  return {
    path: 'changelog',
    title: 'Changelog',
    summary: 'Changes in the next release of each package and in earlier ones.',
    section: 'More',
    markdown: joinParagraphs(
      '# Changelog',
      '## Next release',
      changes.length === 0
        ? 'No changes since the last release.'
        : formatTable(['Package', 'Version', 'Change'], changes),
      changelogs.length === 0 && '## Earlier releases\n\nNo releases yet.',
      ...changelogs.map((text) => text.replaceAll(/^#/gm, '##').trim()),
    ),
  }
}
