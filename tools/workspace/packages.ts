// The packages that a release publishes.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { ReleaseError } from './failure.ts'

export interface Package {
  readonly name: string
  readonly version: string
  readonly folder: string
  /** Our packages that it needs at run time. */
  readonly needs: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The published packages, each after its dependencies, so that a published package can be installed at once. */
export function listPackages(root: string): readonly Package[] {
  const manifests = globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((file) => [dirname(join(root, file)), readManifest(join(root, file))] as const)
    .filter(([, manifest]) => manifest.private !== true)
  const ours = new Set(manifests.map(([, { name }]) => name))
  return sortPackages(
    manifests.map(([folder, { name, version, dependencies = {} }]) => ({
      name,
      version,
      folder,
      needs: Object.keys(dependencies).filter((other) => ours.has(other)),
    })),
  )
}

/** Sorts packages: each follows its dependencies. */
export function sortPackages(packages: readonly Package[]): readonly Package[] {
  const names = new Set<string>()
  const order: Package[] = []
  while (order.length < packages.length) {
    const ready = packages.filter(({ name, needs }) => !names.has(name) && needs.every((other) => names.has(other)))
    if (ready.length === 0) throw new ReleaseError('The packages have circular dependencies: remove one of them.')
    for (const each of ready) names.add(each.name)
    order.push(...ready)
  }
  return order
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'))
