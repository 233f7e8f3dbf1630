// The third-party packages in the lockfile: which of them users install, their licences and install scripts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse } from 'yaml'

import { ReleaseError } from '../../workspace/failure.ts'

type Names = Readonly<Record<string, string>>

interface Needs<Version> {
  readonly dependencies?: Readonly<Record<string, Version>>
  readonly optionalDependencies?: Readonly<Record<string, Version>>
}

interface Lockfile {
  readonly importers: Readonly<Record<string, Needs<{ readonly version: string }>>>
  /** By name and version. */
  readonly packages: Readonly<Record<string, { readonly resolution?: { readonly integrity?: string } }>>
  /** By name, version, and the peers that they have. */
  readonly snapshots: Readonly<Record<string, Needs<string>>>
}

export const parseLockfile = (text: string): Lockfile => parse(text)

const innerFolder = 'link:'

/** Third-party packages that a folder of the workspace needs at run time, as `name@version`. */
export function listRunTime(folder: string, lockfile: Lockfile): ReadonlySet<string> {
  const seen = new Set<string>()
  const folders = new Set([folder])
  // Iterating over a set includes what is added meanwhile.
  for (const each of folders)
    for (const [name, version] of Object.entries(listVersions(lockfile.importers[each] ?? {})))
      if (version.startsWith(innerFolder)) folders.add(`packages/${version.replace(/.*\//, '')}`)
      else seen.add(`${name}@${version}`)
  for (const key of seen)
    for (const [name, version] of Object.entries(mergeDependencies(lockfile.snapshots[key] ?? {})))
      seen.add(`${name}@${version}`)
  return new Set([...seen].map(removePeers))
}

// `name@version` of a package with peers.
const removePeers = (key: string): string => key.replace(/\(.*/, '')

const mergeDependencies = ({ dependencies, optionalDependencies }: Needs<string>): Names => ({
  ...dependencies,
  ...optionalDependencies,
})

const listVersions = (needs: Lockfile['importers'][string]): Names =>
  Object.fromEntries(
    Object.entries({ ...needs.dependencies, ...needs.optionalDependencies }).map(([name, { version }]) => [
      name,
      version,
    ]),
  )

/** Name of a package, without its version. */
const getName = (key: string): string => key.replace(/(?<=.)@.*/, '')

/** Addresses in the lockfile. It needs none: hashes identify packages, and each machine has its own registry. */
export const findAddresses = (text: string): readonly string[] => text.match(/\b[a-z+]+:\/\/[^\s'"}]+/g) ?? []

interface Installed {
  readonly key: string
  readonly licence: unknown
  /** Scripts that run at installation. */
  readonly scripts: readonly string[]
}

const atInstall = new Set(['preinstall', 'install', 'postinstall'])

/** Reads the manifests of packages named `name@version`. */
export function createInstalledReader(root: string): (key: string) => Installed {
  const store = join(root, 'node_modules/.pnpm')
  const folders = readdirSync(store).toSorted()
  return (key) => {
    const start = key.replaceAll('/', '+')
    // Peers follow the version.
    const folder = folders.find((name) => name === start || name.startsWith(`${start}_`))
    if (folder === undefined) throw new ReleaseError(`${key} is not installed: run \`npm test\`, which installs it.`)
    const packageFolder = join(store, folder, 'node_modules', getName(key))
    return readInstalled(
      key,
      JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')),
      existsSync(join(packageFolder, 'binding.gyp')),
    )
  }
}

interface ForeignManifest {
  readonly license?: unknown
  /** The licences of an older manifest. */
  readonly licenses?: readonly { readonly type: string }[]
  readonly scripts?: Readonly<Record<string, string>>
}

/** The licence and the install scripts of a manifest. npm compiles a package with `binding.gyp` at installation. */
export const readInstalled = (
  key: string,
  { license, licenses = [], scripts = {} }: ForeignManifest,
  isCompiled = false,
): Installed => ({
  key,
  licence: license ?? (licenses.length === 1 ? licenses[0]?.type : undefined),
  scripts: [...Object.keys(scripts).filter((name) => atInstall.has(name)), ...(isCompiled ? ['node-gyp'] : [])],
})

/** Licences of packages that we accept. An expression with several of them is not one of these. */
const permittedLicences = new Set<unknown>([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
])

/** Packages with install scripts that we accept, each with the reason. */
export const acceptedScripts: Readonly<Record<string, string>> = {
  '@scarf/scarf': 'Prism needs it; it reports installations, and everything works without it',
}

/** Packages without a permitted licence, and packages with install scripts. */
export function findRejectedPackages(
  packages: readonly Installed[],
  exceptions: typeof acceptedScripts,
): readonly string[] {
  return packages.flatMap(({ key, licence, scripts }) => [
    ...(permittedLicences.has(licence)
      ? []
      : [`${key} has the licence ${JSON.stringify(licence)}, which is not permitted: use another package.`]),
    ...(scripts.length === 0 || exceptions[getName(key)]
      ? []
      : [`${key} runs ${scripts.join(', ')} at installation: use another package, or add it to acceptedScripts.`]),
  ])
}
