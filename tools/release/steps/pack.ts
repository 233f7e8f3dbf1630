import { readFileSync } from 'node:fs'

import { contentsOf, problemsIn } from '../contents/package.ts'
import { ReleaseError } from './failure.ts'
import { packagesOf } from './packages.ts'
import { pnpm } from './programs.ts'

/** A package as it is published. */
export interface Tarball {
  readonly name: string
  readonly version: string
  readonly file: string
  /** What registries and lockfiles write of its bytes. */
  readonly integrity: string
}

/** Installs what the build needs, as the lockfile has it. */
export async function install(root: string): Promise<void> {
  await pnpm(['install', '--frozen-lockfile', '--prefer-offline'], root)
}

/** Builds every package that is published; what a cache has of it is not asked. */
export const build = (root: string): Promise<void> => buildWith(['--force'], root)

/** Builds those packages that no cache has. */
export const buildChanged = (root: string): Promise<void> => buildWith([], root)

async function buildWith(options: readonly string[], root: string): Promise<void> {
  const turbo = ['exec', 'node', 'tools/turbo.js', 'run', 'build', '--filter=./packages/*']
  await pnpm([...turbo, ...options], root)
}

/** Packs what is published into a folder, in the order in which it can be published. */
export async function pack(root: string, into: string): Promise<readonly Tarball[]> {
  return Promise.all(
    packagesOf(root).map(async ({ folder }) => {
      const said = await pnpm(['pack', '--json', '--pack-destination', into], folder)
      const { name, version, filename, integrity }: Packed = JSON.parse(said)
      return { name, version, file: filename, integrity }
    }),
  )
}

interface Packed {
  readonly name: string
  readonly version: string
  readonly filename: string
  readonly integrity: string
}

/** Refuses packages that break a rule or differ from their committed lists. */
export function judge(tarballs: readonly Tarball[], root: string): void {
  const problems = tarballs.flatMap(({ name, file }) =>
    problemsIn(contentsOf(readFileSync(file)), root).map((problem) => `${name}: ${problem}`),
  )
  if (problems.length > 0) throw new ReleaseError(`Nothing was published.\n${problems.join('\n')}`)
}
