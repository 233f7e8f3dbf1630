// Manifests of packages of others, as they are installed here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ReleaseError } from '../steps/failure.ts'
import { nameOf } from './lockfile.ts'

interface Licence {
  readonly type?: string
}

export interface Installed {
  readonly key: string
  /** SPDX expression, or nothing where its makers say nothing. */
  readonly licence: string | undefined
  /** What it would run when it is installed. */
  readonly scripts: readonly string[]
}

const atInstall = new Set(['preinstall', 'install', 'postinstall'])

/** Reads the manifests of packages named `name@version`. */
export function installedFrom(root: string): (key: string) => Installed {
  const store = join(root, 'node_modules/.pnpm')
  const folders = readdirSync(store).toSorted()
  return (key) => {
    const start = key.replaceAll('/', '+')
    // Behind the version stand the peers, if there are any.
    const folder = folders.find((name) => name === start || name.startsWith(`${start}_`))
    if (folder === undefined)
      throw new ReleaseError(`${key} is not installed here: run \`npm test\`, which installs it.`)
    const place = join(store, folder, 'node_modules', nameOf(key))
    return installedOf(
      key,
      JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')),
      existsSync(join(place, 'binding.gyp')),
    )
  }
}

export interface ForeignManifest {
  readonly license?: string | Licence
  readonly licenses?: readonly (string | Licence)[]
  readonly scripts?: Readonly<Record<string, string>>
}

/** What matters of a manifest. A package with sources of its own in C++ is compiled when it is installed. */
export const installedOf = (key: string, manifest: ForeignManifest, compiles = false): Installed => ({
  key,
  licence: licenceOf(manifest),
  scripts: [
    ...Object.keys(manifest.scripts ?? {}).filter((name) => atInstall.has(name)),
    ...(compiles ? ['node-gyp'] : []),
  ],
})

// Older manifests have objects, or a list of them of which users choose one.
function licenceOf({ license, licenses = [] }: ForeignManifest): string | undefined {
  const names = [license, ...licenses].flatMap((each) => (typeof each === 'object' ? each.type : each) ?? [])
  return names.length > 0 ? names.join(' OR ') : undefined
}
