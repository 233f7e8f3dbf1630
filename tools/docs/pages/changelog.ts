import { globSync, readFileSync } from 'node:fs'

import { changesetsIn } from '../../contract/changesets.ts'
import { root as folder } from '../../workspace/root.ts'
import { root } from '../contract.ts'
import { type Page, paragraphs, table } from '../page.ts'

/** The next changes, from the changesets, and former ones, from the changelogs. */
export async function changelogPage(): Promise<Page> {
  const changesets = (await changesetsIn(folder)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const changes = changesets.flatMap(({ releases, summary }) =>
    releases.map(({ name, type }) => [`\`${name}\``, type, summary]),
  )
  const released = globSync('packages/*/CHANGELOG.md', { cwd: root })
    .toSorted()
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
  return {
    path: 'changelog',
    title: 'Changelog',
    summary: 'What the next release of each package brings, and what former ones brought.',
    section: 'More',
    markdown: paragraphs(
      '# Changelog',
      '## Next release',
      changes.length === 0
        ? 'Nothing has changed for users of the packages since the last release.'
        : table(['Package', 'Step', 'What you get'], changes),
      released.length === 0 && '## Former releases\n\nThere are none yet.',
      ...released.map((text) => text.replaceAll(/^#/gm, '##').trim()),
    ),
  }
}
