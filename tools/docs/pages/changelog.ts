import { globSync, readFileSync } from 'node:fs'

import { listChangesets } from '../../contract/changesets.ts'
import { root as folder } from '../../workspace/root.ts'
import { root } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'

/** The next changes, from the changesets, and former ones, from the changelogs. */
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
    summary: 'What the next release of each package brings, and what former ones brought.',
    section: 'More',
    markdown: joinParagraphs(
      '# Changelog',
      '## Next release',
      changes.length === 0
        ? 'Nothing has changed for users of the packages since the last release.'
        : formatTable(['Package', 'Step', 'What you get'], changes),
      changelogs.length === 0 && '## Former releases\n\nThere are none yet.',
      ...changelogs.map((text) => text.replaceAll(/^#/gm, '##').trim()),
    ),
  }
}
