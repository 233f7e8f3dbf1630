// Checks the packages from another job, because the publishing job builds nothing itself.
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import type { Tarball } from '../../package/contents/pack.ts'
import { readPackage } from '../../package/contents/package.ts'
import { ReleaseError, getReason } from '../../workspace/failure.ts'
import { type Package, listPackages } from '../../workspace/packages.ts'

/**
 * The packed packages of a commit, in the order in which they can be published. Each file is read once and copied into a
 * new folder, because pnpm would obey settings beside the original.
 */
export async function copyTarballs(folder: string, root: string, into: string): Promise<readonly Tarball[]> {
  const found = readEntries(folder)
  mkdirSync(into, { recursive: true })
  const tarballs: Tarball[] = []
  for (const each of listPackages(root)) {
    const name = `${each.name.replace('@', '').replace('/', '-')}-${each.version}.tgz`
    if (found.get(name) !== 'file') throw createRejection(name, `is not a file in ${folder}`)
    found.delete(name)
    const bytes = readFileSync(join(folder, name))
    await rejectForeign(bytes, name, each, root)
    const file = join(into, name)
    writeFileSync(file, bytes)
    tarballs.push({ name: each.name, version: each.version, file, integrity: computeIntegrity(bytes) })
  }
  for (const name of found.keys()) throw createRejection(name, `in ${folder} is not a package of this commit`)
  return tarballs
}

const createRejection = (file: string, fault: string): ReleaseError =>
  new ReleaseError(`${file} ${fault}: pack this commit into a new folder (npm run release -- --pack FOLDER).`)

const computeIntegrity = (bytes: Uint8Array): string => `sha512-${hash('sha512', bytes, 'base64')}`

// The target of a link may change before it is published.
function readEntries(folder: string): Map<string, 'file' | 'other'> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return new Map(entries.map((entry) => [entry.name, entry.isFile() ? 'file' : 'other']))
  } catch (error) {
    throw createRejection(folder, `cannot be read (${getReason(error)})`)
  }
}

// The name of a file does not prove its content.
async function rejectForeign(bytes: Uint8Array, file: string, expected: Package, root: string): Promise<void> {
  const fields = await findForeignFields(readPackedManifest(bytes, file), expected, root)
  if (fields.length > 0)
    throw createRejection(file, `has another manifest than the commit (${fields.toSorted().join(', ')})`)
}

function readPackedManifest(bytes: Uint8Array, file: string): object {
  try {
    return readPackage(bytes).manifest
  } catch (error) {
    throw createRejection(file, `cannot be read (${getReason(error)})`)
  }
}

type Manifest = Readonly<Record<string, unknown>>

interface PnpmHooks {
  readonly hooks: { readonly beforePacking: (manifest: Manifest) => Manifest }
}

/** Fields of a packed manifest that differ from the commit. */
async function findForeignFields(packedManifest: object, { folder }: Package, root: string): Promise<string[]> {
  const { hooks }: PnpmHooks = await import(new URL('../../../.pnpmfile.mjs', import.meta.url).href)
  const ownManifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const due = resolveVersions(hooks.beforePacking(ownManifest), root)
  const found: Manifest = { ...packedManifest }
  const fields = new Set([...Object.keys(due), ...Object.keys(found)])
  return [...fields].filter((field) => !isDeepStrictEqual(due[field], found[field]))
}

// pnpm replaces `workspace:` by versions.
function resolveVersions(manifest: Manifest, root: string): Manifest {
  const versions = new Map(listPackages(root).map(({ name, version }) => [name, version]))
  const text = JSON.stringify(manifest, (key, value: unknown) =>
    value === 'workspace:^' ? `^${versions.get(key)}` : value,
  )
  return JSON.parse(text)
}
