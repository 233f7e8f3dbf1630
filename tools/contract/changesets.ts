// The pending changesets.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { readChangesets } from '@changesets/read'

import { ReleaseError, getReason } from '../workspace/failure.ts'
import { listPackages } from '../workspace/packages.ts'

/** Bumps, the smallest first. */
export const bumps = ['none', 'patch', 'minor', 'major'] as const
export type Bump = (typeof bumps)[number]

type Changeset = Awaited<ReturnType<typeof readChangesets>>[number]

/** The changesets of a repository. Each names only our packages and has a text. */
export async function listChangesets(root: string): Promise<readonly Changeset[]> {
  if (existsSync(join(root, '.changeset/pre.json')))
    throw new ReleaseError('.changeset/pre.json starts pre-releases, which this repository has none of: delete it.')
  const names = listPackages(root).map(({ name }) => name)
  const changesets = await readChangesets(root).catch((error: unknown) => {
    throw new ReleaseError(`A file in .changeset is invalid: ${getReason(error)}`)
  })
  for (const changeset of changesets) {
    const problem = findProblem(changeset, names)
    if (problem !== undefined) throw new ReleaseError(`.changeset/${changeset.id}.md ${problem}`)
  }
  return changesets
}

function findProblem({ releases, summary }: Changeset, names: readonly string[]): string | undefined {
  const foreign = releases.find(({ name }) => !names.includes(name))
  if (foreign) return `names ${foreign.name}, which is not one of our packages: use one of ${names.join(', ')}.`
  if (releases.length === 0) return 'names no package: name the packages that change, or delete the file.'
  return summary === '' ? 'has no text: write one sentence about what a user gets.' : undefined
}

/** The greatest bump that the changesets give a package. */
export async function readPendingBump(root: string, name: string): Promise<Bump> {
  const releases = (await listChangesets(root)).flatMap((changeset) => changeset.releases)
  const pending = releases.filter((release) => release.name === name).map(({ type }) => bumps.indexOf(type))
  return bumps[Math.max(0, ...pending)] ?? 'none'
}
