// What the lockfile says about the packages that are installed.
import { parse } from 'yaml'

type Names = Readonly<Record<string, string>>

interface Needs<Version> {
  readonly dependencies?: Readonly<Record<string, Version>>
  readonly optionalDependencies?: Readonly<Record<string, Version>>
}

export interface Locked {
  readonly resolution?: { readonly integrity?: string }
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

export interface Lockfile {
  readonly catalogs?: Readonly<Record<string, Readonly<Record<string, { readonly version: string }>>>>
  readonly importers: Readonly<Record<string, Needs<{ readonly version: string }>>>
  /** By name and version. */
  readonly packages: Readonly<Record<string, Locked>>
  /** By name, version, and the peers that they have. */
  readonly snapshots: Readonly<Record<string, Needs<string>>>
}

export const lockfileOf = (text: string): Lockfile => parse(text)

const inside = 'link:'

/** Packages of others that a folder of the workspace needs at run time, as `name@version`. */
export function runTimeOf(folder: string, lockfile: Lockfile): ReadonlySet<string> {
  const seen = new Set<string>()
  const folders = new Set([folder])
  // Sets hand out what is added to them on the way.
  for (const each of folders)
    for (const [name, version] of Object.entries(versionsOf(lockfile.importers[each] ?? {})))
      if (version.startsWith(inside)) folders.add(`packages/${version.replace(/.*\//, '')}`)
      else seen.add(`${name}@${version}`)
  for (const key of seen)
    for (const [name, version] of Object.entries(allOf(lockfile.snapshots[key] ?? {})))
      seen.add(`${name}@${version}`)
  return new Set([...seen].map(withoutPeers))
}

// `name@version` of a package with peers.
const withoutPeers = (key: string): string => key.replace(/\(.*/, '')

const allOf = ({ dependencies, optionalDependencies }: Needs<string>): Names => ({
  ...dependencies,
  ...optionalDependencies,
})

const versionsOf = (needs: Lockfile['importers'][string]): Names =>
  Object.fromEntries(
    Object.entries({ ...needs.dependencies, ...needs.optionalDependencies }).map(([name, { version }]) => [
      name,
      version,
    ]),
  )

/** Packages that stand in for each other, one for each kind of machine. */
export interface Family {
  /** The package that needs them, or the root of the repository. */
  readonly name: string
  readonly members: readonly Locked[]
}

/** Every set of packages of which a machine takes the one that is made for it. */
export function familiesOf({ importers, snapshots, packages }: Lockfile): readonly Family[] {
  const rooms = [
    ...Object.entries(importers).map(
      ([folder, needs]) =>
        [folder, versionsOf({ optionalDependencies: needs.optionalDependencies ?? {} })] as const,
    ),
    ...Object.entries(snapshots).map(
      ([key, needs]) => [nameOf(key), needs.optionalDependencies ?? {}] as const,
    ),
  ]
  return rooms
    .map(([name, optional]) => ({
      name,
      members: Object.entries(optional)
        .map(([member, version]) => packages[withoutPeers(`${member}@${version}`)] ?? {})
        .filter(({ os, cpu }) => os !== undefined || cpu !== undefined),
    }))
    .filter(({ members }) => members.length > 0)
}

/** Name of a package, without its version. */
export const nameOf = (key: string): string => key.replace(/(?<=.)@.*/, '')

/** Addresses of hosts: what is locked is known by its hash, and each machine asks its own registry. */
export const addressesIn = (text: string): readonly string[] => text.match(/\b[a-z+]+:\/\/[^\s'"}]+/g) ?? []
