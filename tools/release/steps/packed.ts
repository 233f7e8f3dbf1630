// Packages that were packed somewhere else: where rights to publish are held, nothing is built, and nothing is believed.
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { contentsOf } from '../contents/package.ts'
import { ReleaseError, reasonOf } from './failure.ts'
import { foreignMembers } from './manifest.ts'
import type { Tarball } from './pack.ts'
import { type Package, packagesOf } from './packages.ts'

/**
 * The packages of a commit that lie packed in a folder, in the order in which they can be published. Each is read once,
 * into a new folder: a pnpm that is started where they came from would heed the settings beside them.
 */
export async function packedIn(folder: string, root: string, into: string): Promise<readonly Tarball[]> {
  const found = entriesIn(folder)
  mkdirSync(into, { recursive: true })
  const tarballs: Tarball[] = []
  for (const each of packagesOf(root)) {
    const name = `${each.name.replace('@', '').replace('/', '-')}-${each.version}.tgz`
    if (found.get(name) !== 'file') throw refused(name, `is no file in ${folder}`)
    found.delete(name)
    const bytes = readFileSync(join(folder, name))
    await refuseForeign(bytes, name, each, root)
    const file = join(into, name)
    writeFileSync(file, bytes)
    tarballs.push({ name: each.name, version: each.version, file, integrity: integrityOf(bytes) })
  }
  for (const name of found.keys()) throw refused(name, `in ${folder} is no package of this commit`)
  return tarballs
}

const refused = (file: string, fault: string): ReleaseError =>
  new ReleaseError(`${file} ${fault}: pack this commit into a new folder (npm run release -- --pack FOLDER).`)

const integrityOf = (bytes: Uint8Array): string => `sha512-${hash('sha512', bytes, 'base64')}`

// A link leads to what may change before it is sent.
function entriesIn(folder: string): Map<string, 'file' | 'other'> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return new Map(entries.map((entry) => [entry.name, entry.isFile() ? 'file' : 'other']))
  } catch (error) {
    throw refused(folder, `cannot be read (${reasonOf(error)})`)
  }
}

// A name on the outside says nothing about what is inside.
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
