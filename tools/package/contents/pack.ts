import { readFileSync } from 'node:fs'

import { createTemporaryFolder } from '../../workspace/clean-up.ts'
import { listPackages } from '../../workspace/packages.ts'
import { runPnpm } from '../../workspace/programs.ts'

/** A package as it is published. */
export interface Tarball {
  readonly name: string
  readonly version: string
  readonly file: string
  /** The hash of its bytes, as registries and lockfiles write it. */
  readonly integrity: string
}

type PackOutput = Omit<Tarball, 'file'> & { readonly filename: string }

/** Packs every published package into a folder, in the order in which they can be published. */
export async function pack(root: string, into: string): Promise<readonly Tarball[]> {
  const names = listPackages(root).map(({ name }) => name)
  const filters = names.flatMap((name) => ['--filter', name])
  const outputs: readonly PackOutput[] = JSON.parse(
    await runPnpm([...filters, 'pack', '--json', '--pack-destination', into], root),
  )
  return outputs
    .map(({ name, version, filename, integrity }) => ({ name, version, file: filename, integrity }))
    .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
}

/** The tarballs of all published packages. */
export async function outputs(root: string): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  using folder = createTemporaryFolder('pack-')
  return (await pack(root, folder.path)).map(({ file }) => new Uint8Array(readFileSync(file)))
}
