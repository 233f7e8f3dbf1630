import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { listProblems } from '../contents/list.ts'
import { contentsOf } from '../contents/package.ts'
import { problemsIn } from '../contents/rules.ts'
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

/** Refuses packages whose contents are not those of their committed lists, or break a rule. */
export function judge(tarballs: readonly Tarball[], root: string): void {
  const problems = tarballs.flatMap(({ name, file }) => {
    const contents = contentsOf(readFileSync(file))
    const list = join(root, 'api', `${basename(name)}.contents.txt`)
    const listed = existsSync(list) ? readFileSync(list, 'utf8') : ''
    return [...problemsIn(contents), ...listProblems(contents, listed)].map(
      (problem) => `${name}: ${problem}`,
    )
  })
  if (problems.length > 0) throw new ReleaseError(`Nothing was published.\n${problems.join('\n')}`)
}
