import { readFileSync } from 'node:fs'

import { contentsOf, problemsIn } from '../../package/contents/package.ts'
import { ReleaseError } from '../../workspace/failure.ts'
import { packagesOf } from '../../workspace/packages.ts'
import { pnpm } from '../../workspace/programs.ts'

/** A package as it is published. */
export interface Tarball {
  readonly name: string
  readonly version: string
  readonly file: string
  /** The hash of its bytes, as registries and lockfiles write it. */
  readonly integrity: string
}

/** Installs the dependencies of the build from the lockfile. */
export async function install(root: string): Promise<void> {
  await pnpm(['install', '--frozen-lockfile', '--prefer-offline'], root)
}

/** Builds every published package without the cache. */
export const build = (root: string): Promise<void> => buildWith(['--force'], root)

/** Builds the packages that are not in the cache. */
export const buildChanged = (root: string): Promise<void> => buildWith([], root)

async function buildWith(options: readonly string[], root: string): Promise<void> {
  const turbo = ['exec', 'node', 'tools/turbo.js', 'run', 'build', '--filter=./packages/*']
  await pnpm([...turbo, ...options], root)
}

/** Packs every published package into a folder, in the order in which they can be published. */
export async function pack(root: string, into: string): Promise<readonly Tarball[]> {
  return Promise.all(
    packagesOf(root).map(async ({ folder }) => {
      const said = await pnpm(['pack', '--json', '--pack-destination', into], folder)
      const { filename: file, ...packed }: Packed = JSON.parse(said)
      return { name: packed.name, version: packed.version, file, integrity: packed.integrity }
    }),
  )
}

type Packed = Omit<Tarball, 'file'> & { readonly filename: string }

/** Refuses packages that break a rule or differ from their committed lists. */
export function checkPackages(tarballs: readonly Tarball[], root: string): void {
  const problems = tarballs.flatMap(({ name, file }) =>
    problemsIn(contentsOf(readFileSync(file)), root).map((problem) => `${name}: ${problem}`),
  )
  if (problems.length > 0) throw new ReleaseError(`Nothing was published.\n${problems.join('\n')}`)
}
