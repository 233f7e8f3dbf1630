// Checks packages that another job packed. The job that may publish builds nothing and trusts nothing.
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import type { Tarball } from '../../package/contents/pack.ts'
import { contentsOf } from '../../package/contents/package.ts'
import { ReleaseError, reasonOf } from '../../workspace/failure.ts'
import { type Package, packagesOf } from '../../workspace/packages.ts'

/**
 * The packed packages of a commit, in the order in which they can be published. Each file is read once and copied into a
 * new folder, because pnpm would obey settings beside the original.
 */
export async function packedIn(folder: string, root: string, into: string): Promise<readonly Tarball[]> {
  const found = entriesIn(folder)
  mkdirSync(into, { recursive: true })
  const tarballs: Tarball[] = []
  for (const each of packagesOf(root)) {
    const name = `${each.name.replace('@', '').replace('/', '-')}-${each.version}.tgz`
    if (found.get(name) !== 'file') throw refused(name, `is not a file in ${folder}`)
    found.delete(name)
    const bytes = readFileSync(join(folder, name))
    await refuseForeign(bytes, name, each, root)
    const file = join(into, name)
    writeFileSync(file, bytes)
    tarballs.push({ name: each.name, version: each.version, file, integrity: integrityOf(bytes) })
  }
  for (const name of found.keys()) throw refused(name, `in ${folder} is not a package of this commit`)
  return tarballs
}

const refused = (file: string, fault: string): ReleaseError =>
  new ReleaseError(`${file} ${fault}: pack this commit into a new folder (npm run release -- --pack FOLDER).`)

const integrityOf = (bytes: Uint8Array): string => `sha512-${hash('sha512', bytes, 'base64')}`

// The target of a link may change before it is published.
function entriesIn(folder: string): Map<string, 'file' | 'other'> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return new Map(entries.map((entry) => [entry.name, entry.isFile() ? 'file' : 'other']))
  } catch (error) {
    throw refused(folder, `cannot be read (${reasonOf(error)})`)
  }
}

// The name of a file does not prove its content.
async function refuseForeign(
  bytes: Uint8Array,
  file: string,
  expected: Package,
  root: string,
): Promise<void> {
  const members = await foreignMembers(manifestIn(bytes, file), expected, root)
  if (members.length > 0)
    throw refused(file, `has another manifest than the commit (${members.toSorted().join(', ')})`)
}

function manifestIn(bytes: Uint8Array, file: string): object {
  try {
    return contentsOf(bytes).manifest
  } catch (error) {
    throw refused(file, `cannot be read (${reasonOf(error)})`)
  }
}

type Manifest = Readonly<Record<string, unknown>>

interface Hooks {
  readonly hooks: { readonly beforePacking: (manifest: Manifest) => Manifest }
}

/** Members of a packed manifest that differ from the commit. */
async function foreignMembers(packed: object, { folder }: Package, root: string): Promise<string[]> {
  const { hooks }: Hooks = await import(new URL('../../../.pnpmfile.mjs', import.meta.url).href)
  const written: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const due = resolved(hooks.beforePacking(written), root)
  const found: Manifest = { ...packed }
  const members = new Set([...Object.keys(due), ...Object.keys(found)])
  return [...members].filter((member) => !isDeepStrictEqual(due[member], found[member]))
}

// pnpm replaces `workspace:` by versions.
function resolved(manifest: Manifest, root: string): Manifest {
  const versions = new Map(packagesOf(root).map(({ name, version }) => [name, version]))
  const text = JSON.stringify(manifest, (key, value: unknown) =>
    value === 'workspace:^' ? `^${versions.get(key)}` : value,
  )
  return JSON.parse(text)
}
