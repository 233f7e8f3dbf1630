// The manifest of a package, and its entries.
import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

import { ReleaseError } from '../../workspace/failure.ts'

type Target = string | Readonly<Record<string, string>>

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly sideEffects?: unknown
  readonly files?: readonly string[]
  readonly bin?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, Target>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

/** An entry of `exports`. One without declarations is a data file. */
export interface Entry {
  /** What users write, such as `@custody-wallet/client/env`. */
  readonly specifier: string
  /** Conditions and their files, in order: the first that applies wins. Empty without conditions. */
  readonly choices: readonly (readonly [condition: string, target: string])[]
  /** Files of the package that the entry consists of. */
  readonly targets: readonly string[]
  readonly declarations: string | undefined
}

export const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Every entry of a package, the shortest first: an export of two entries belongs to the first. */
export function listEntries({ name, exports }: Manifest): readonly Entry[] {
  return Object.entries(exports)
    .map(([path, target]) => createEntry(join(name, path), target))
    .toSorted((one, other) => (one.specifier < other.specifier ? -1 : 1))
}

/** Public entries. `internal` entries are for our own packages, and any release may change them. */
export const listPublicEntries = (manifest: Manifest): readonly Entry[] =>
  listEntries(manifest).filter(({ specifier }) => !specifier.endsWith('/internal'))

function createEntry(specifier: string, target: Target): Entry {
  const choices = typeof target === 'string' ? { default: target } : target
  const { default: main } = choices
  if (main === undefined) throw new ReleaseError(`${specifier} has no \`default\` in \`exports\`; give it one.`)
  return {
    specifier,
    choices: typeof target === 'string' ? [] : Object.entries(target),
    targets: Object.values(choices).map((path) => path.replace('./', '')),
    declarations: main.endsWith('.js') ? main.replace('./', '').replace(/\.js$/, '.d.ts') : undefined,
  }
}
