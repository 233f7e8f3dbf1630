// The packages that a release publishes.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { ReleaseError } from './failure.ts'

export interface Package {
  readonly name: string
  readonly version: string
  readonly folder: string
  /** Names of the packages of ours that it needs at run time. */
  readonly needs: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What is published, each after all that it needs, so that nobody installs a package without its parts. */
export function packagesOf(root: string): readonly Package[] {
  const manifests = globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((file) => [dirname(join(root, file)), manifestAt(join(root, file))] as const)
    .filter(([, manifest]) => manifest.private !== true)
  const ours = new Set(manifests.map(([, { name }]) => name))
  return inOrder(
    manifests.map(([folder, { name, version, dependencies = {} }]) => ({
      name,
      version,
      folder,
      needs: Object.keys(dependencies).filter((other) => ours.has(other)),
    })),
  )
}

/** Each package after those that it needs. */
export function inOrder(packages: readonly Package[]): readonly Package[] {
  const placed = new Set<string>()
  const ordered: Package[] = []
  while (ordered.length < packages.length) {
    const ready = packages.filter(
      ({ name, needs }) => !placed.has(name) && needs.every((other) => placed.has(other)),
    )
    if (ready.length === 0) throw new ReleaseError('The packages need each other in a circle.')
    for (const each of ready) placed.add(each.name)
    ordered.push(...ready)
  }
  return ordered
}

const manifestAt = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'))
