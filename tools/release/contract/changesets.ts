// The changesets that wait for the next release, read strictly.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

import { ReleaseError } from '../steps/failure.ts'
import { packagesOf } from '../steps/packages.ts'

/** Bumps from least to greatest. */
export const bumps = ['patch', 'minor', 'major'] as const
export type Bump = (typeof bumps)[number]

const line = /^(['"])(?<name>[^'"]+)\1: (?<bump>\w+)$/

/** The greatest bump that changesets ask for, by package. A changeset that says nothing clear is refused. */
export function pendingBumps(root: string): ReadonlyMap<string, Bump> {
  const names = new Set(packagesOf(root).map(({ name }) => name))
  const greatest = new Map<string, Bump>()
  for (const file of changesetsIn(root))
    for (const [name, bump] of releasesIn(readFileSync(join(root, file), 'utf8'), file, names))
      if (bumps.indexOf(bump) > bumps.indexOf(greatest.get(name) ?? 'patch') || !greatest.has(name))
        greatest.set(name, bump)
  return greatest
}

const folder = '.changeset'

/** Files that the tool takes for changesets: what it leaves out must not count here, nor the other way round. */
export function changesetsIn(root: string): readonly string[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).toSorted()
  const early = names.find((name) => /^pre(?:\.json)?$/.test(name))
  if (early !== undefined)
    throw new ReleaseError(
      `${folder}/${early} prepares pre-releases, which are not provided for: run \`npx changeset pre exit\` and delete it.`,
    )
  const pages = names.filter((name) => name.endsWith('.md') && name.toLowerCase() !== 'readme.md')
  const odd = pages.find((name) => !/^[a-z0-9-]+\.md$/.test(name))
  if (odd !== undefined)
    throw new ReleaseError(
      `${folder}/${odd} has a name that changesets do not have: write it in small letters, digits and hyphens.`,
    )
  return pages.map((name) => join(folder, name))
}

function releasesIn(text: string, file: string, names: ReadonlySet<string>): ReadonlyMap<string, Bump> {
  const refuse = (sentence: string): never => {
    throw new ReleaseError(`${file} ${sentence}`)
  }
  const [, front, summary = ''] =
    /^---\r?\n([^]*?)(?<=\n)---\r?\n([^]*)$/.exec(text) ??
    refuse('does not begin with its packages between two lines `---`: write it with `npx changeset`.')
  const releases = new Map<string, Bump>()
  for (const entry of (front ?? '').split(/\r?\n/).filter((each) => each !== '')) {
    const { name = '', bump } = line.exec(entry)?.groups ?? {}
    const known = bumps.find((each) => each === bump)
    if (name === '') refuse(`has the line \`${entry}\`: write \`'PACKAGE': minor\`, with the name in quotes.`)
    if (!names.has(name))
      refuse(`names ${name}, which is no package of ours: name one of ${[...names].join(', ')}.`)
    if (releases.has(name)) refuse(`names ${name} twice: keep one line.`)
    releases.set(name, known ?? refuse(`asks for ${bump} of ${name}: write patch, minor or major.`))
  }
  if (releases.size === 0) refuse('names no package: name those that change, or delete the file.')
  if (summary.trim() === '') refuse('says nothing: write one sentence about what a user gets.')
  return releases
}
