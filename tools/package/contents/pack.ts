import { readFileSync } from 'node:fs'

import { temporaryFolder } from '../../workspace/clean-up.ts'
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

type Packed = Omit<Tarball, 'file'> & { readonly filename: string }

/** Packs every published package into a folder, in the order in which they can be published. */
export async function pack(root: string, into: string): Promise<readonly Tarball[]> {
  const names = packagesOf(root).map(({ name }) => name)
  const filters = names.flatMap((name) => ['--filter', name])
  const packed: readonly Packed[] = JSON.parse(
    await pnpm([...filters, 'pack', '--json', '--pack-destination', into], root),
  )
  return packed
    .map(({ name, version, filename, integrity }) => ({ name, version, file: filename, integrity }))
    .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
}

/** The tarballs of all published packages. */
export async function packed(root: string): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  using place = temporaryFolder('pack-')
  return (await pack(root, place.path)).map(({ file }) => new Uint8Array(readFileSync(file)))
}
