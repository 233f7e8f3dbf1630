import type { Manifest } from '../surface/entries.ts'
import { filesIn, packed } from './tarball.ts'

/** Texts of the files of a package, by path. */
export type Files = ReadonlyMap<string, string>

/** A package as its users receive it. */
export interface Package {
  readonly manifest: Manifest
  readonly files: Files
}

/** What is in a tarball. */
export function contentsOf(tarball: Uint8Array): Package {
  const files = filesIn(tarball)
  return { files, manifest: JSON.parse(files.get('package.json') ?? '{}') }
}

/** What the package in a folder would be published as. */
export const contentsAt = async (folder: string): Promise<Package> => contentsOf(await packed(folder))

/** No version has been released yet, so there is no changelog either. */
export const isUnreleased = ({ version }: Manifest): boolean => version === '0.0.0'
