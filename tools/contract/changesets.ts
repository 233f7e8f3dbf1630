// The pending changesets. Everything unclear is refused.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

import { ReleaseError } from '../workspace/failure.ts'
import { packagesOf } from '../workspace/packages.ts'

/** Bumps, the smallest first. */
export const bumps = ['patch', 'minor', 'major'] as const
export type Bump = (typeof bumps)[number]

const line = /^(['"])(?<name>[^'"]+)\1: (?<bump>\w+)$/

/** The greatest bump of the changesets, by package. */
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

/** The files that the changesets tool reads, and no others. */
export function changesetsIn(root: string): readonly string[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).toSorted()
  const early = names.find((name) => /^pre(?:\.json)?$/.test(name))
  if (early !== undefined)
    throw new ReleaseError(
      `${folder}/${early} prepares a pre-release, which we do not support: run \`npx changeset pre exit\` and delete it.`,
    )
  const pages = names.filter((name) => name.endsWith('.md') && name.toLowerCase() !== 'readme.md')
  const odd = pages.find((name) => !/^[a-z0-9-]+\.md$/.test(name))
  if (odd !== undefined)
    throw new ReleaseError(
      `${folder}/${odd} has an invalid name: use lower-case letters, digits and hyphens.`,
    )
  return pages.map((name) => join(folder, name))
}

function releasesIn(text: string, file: string, names: ReadonlySet<string>): ReadonlyMap<string, Bump> {
  const refuse = (sentence: string): never => {
    throw new ReleaseError(`${file} ${sentence}`)
  }
  const [, front, summary = ''] =
    /^---\r?\n([^]*?)(?<=\n)---\r?\n([^]*)$/.exec(text) ??
    refuse('does not begin with packages between two lines `---`: write it with `npx changeset`.')
  const releases = new Map<string, Bump>()
  for (const entry of (front ?? '').split(/\r?\n/).filter((each) => each !== '')) {
    const { name = '', bump } = line.exec(entry)?.groups ?? {}
    const known = bumps.find((each) => each === bump)
    if (name === '') refuse(`has the line \`${entry}\`: write \`'PACKAGE': minor\`, with the name in quotes.`)
    if (!names.has(name))
      refuse(`names ${name}, which is not one of our packages: use one of ${[...names].join(', ')}.`)
    if (releases.has(name)) refuse(`names ${name} twice: keep one line.`)
    releases.set(name, known ?? refuse(`has the bump ${bump} for ${name}: write patch, minor or major.`))
  }
  if (releases.size === 0) refuse('names no package: name the packages that change, or delete the file.')
  if (summary.trim() === '') refuse('has no text: write one sentence about what a user gets.')
  return releases
}
