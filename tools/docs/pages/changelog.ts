import { existsSync, globSync, readFileSync } from 'node:fs'

import { root } from '../contract.ts'
import { type Page, paragraphs, table } from '../page.ts'

/** An unreleased change for the users of a package. */
export interface Change {
  readonly name: string
  readonly bump: string
  readonly text: string
}

/** Packages, version steps and text of a changeset. */
export function changesOf(changeset: string): readonly Change[] {
  const [, head = '', text = ''] = /^---\n([^]*?)\n?---\n([^]*)$/.exec(changeset) ?? []
  return [...head.matchAll(/^['"]?([^'":]+)['"]?\s*:\s*(\w+)/gm)].map(([, name = '', bump = '']) => ({
    name,
    bump,
    text: text.trim(),
  }))
}

/** The next changes, from the changesets, and former ones, from the changelogs. */
export function changelogPage(place: URL = root): Page {
  const changes = filesAt('.changeset/*.md', place).flatMap(changesOf)
  const released = filesAt('packages/*/CHANGELOG.md', place)
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
        : table(
            ['Package', 'Step', 'What you get'],
            changes.map(({ name, bump, text }) => [`\`${name}\``, bump, text]),
          ),
      released.length === 0 && '## Former releases\n\nThere are none yet.',
      ...released.map((text) => text.replaceAll(/^#/gm, '##').trim()),
    ),
  }
}

function filesAt(pattern: string, place: URL): readonly string[] {
  const names = globSync(pattern, { cwd: place }).toSorted()
  return names
    .filter((name) => !name.endsWith('README.md') && existsSync(new URL(name, place)))
    .map((name) => readFileSync(new URL(name, place), 'utf8'))
}
