import { readFileSync } from 'node:fs'

import type { Tarball } from '../../package/contents/pack.ts'
import { readPackage, findProblems } from '../../package/contents/package.ts'
import { ReleaseError } from '../../workspace/failure.ts'
import { runPnpm } from '../../workspace/programs.ts'

/** Installs the dependencies of the build from the lockfile. */
export async function install(root: string): Promise<void> {
  await runPnpm(['install', '--frozen-lockfile', '--prefer-offline'], root)
}

/** Builds every published package without the cache. */
export const build = (root: string): Promise<void> => buildPackages(['--force'], root)

/** Builds the packages that are not in the cache. */
export const buildChanged = (root: string): Promise<void> => buildPackages([], root)

async function buildPackages(options: readonly string[], root: string): Promise<void> {
  const turbo = ['exec', 'node', 'tools/turbo.js', 'run', 'build', '--filter=./packages/*']
  await runPnpm([...turbo, ...options], root)
}

/** Rejects packages that break a rule or differ from their committed lists. */
export function checkPackages(tarballs: readonly Tarball[], root: string): void {
  const problems = tarballs.flatMap(({ name, file }) =>
    findProblems(readPackage(readFileSync(file)), root).map((problem) => `${name}: ${problem}`),
  )
  if (problems.length > 0) throw new ReleaseError(`Nothing published.\n${problems.join('\n')}`)
}
