// What a package says of itself once it is packed, told from its commit alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { type Package, packagesOf } from './packages.ts'

type Manifest = Readonly<Record<string, unknown>>

interface Hooks {
  readonly hooks: { readonly beforePacking: (manifest: Manifest) => Manifest }
}

/** Members of a packed manifest that are not as the commit has them. */
export async function foreignMembers(packed: object, { folder }: Package, root: string): Promise<string[]> {
  const { hooks }: Hooks = await import(new URL('../../../.pnpmfile.mjs', import.meta.url).href)
  const written: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const due = resolved(hooks.beforePacking(written), root)
  const found: Manifest = { ...packed }
  const members = new Set([...Object.keys(due), ...Object.keys(found)])
  return [...members].filter((member) => !isDeepStrictEqual(due[member], found[member]))
}

// pnpm puts versions where a manifest names another package of this repository.
function resolved(manifest: Manifest, root: string): Manifest {
  const versions = new Map(packagesOf(root).map(({ name, version }) => [name, version]))
  const text = JSON.stringify(manifest, (key, value: unknown) =>
    value === 'workspace:^' ? `^${versions.get(key)}` : value,
  )
  return JSON.parse(text)
}
