// Which third-party packages our manifests and settings may name, and in which version.
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parse } from 'yaml'

import { type Manifest, readManifest } from '../../package/surface/entries.ts'

/** Third-party packages that each published package may need at run time. */
export const runTime: Readonly<Record<string, readonly string[]>> = {
  '@custody-wallet/types': [],
  '@custody-wallet/encryption': [],
  '@custody-wallet/client': [],
  '@custody-wallet/demo': ['@noble/hashes', '@scure/base'],
  '@custody-wallet/server': ['@hono/node-server', 'hono'],
  '@custody-wallet/mock': ['@stoplight/prism-http', 'hono'],
  '@custody-wallet/pages': ['hono'],
  '@custody-wallet/sandbox': ['hono', 'kysely', 'pg', 'preact', 'yaml'],
  '@custody-wallet/receiver': [],
  '@custody-wallet/store': [],
  '@custody-wallet/telemetry': ['@opentelemetry/api'],
  '@custody-wallet/cli': ['@modelcontextprotocol/server'],
}

interface OwnManifest extends Pick<
  Manifest,
  'name' | 'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies'
> {
  readonly bundleDependencies?: unknown
  readonly bundledDependencies?: unknown
}

/** Manifests of the repository: of its root, its packages and its tools. */
export const readManifests = (root: string): readonly OwnManifest[] =>
  globSync(['package.json', '{packages,tools}/*/package.json'], { cwd: root })
    .toSorted()
    .map((file) => readManifest(join(root, dirname(file))))

const list = 'tools/release/policy/manifests.ts'

/** Run-time dependencies that are not in the list, and entries of the list that nothing needs. */
export function findUnplanned(manifest: OwnManifest, planned: typeof runTime): readonly string[] {
  const { name, dependencies, optionalDependencies, peerDependencies } = manifest
  const allowed = planned[name]
  if (!allowed) return [`${name} is not in ${list}: add it with its run-time dependencies.`]
  const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (other) => !Object.hasOwn(planned, other),
  )
  return [
    ...needed
      .filter((other) => !allowed.includes(other))
      .map(
        (other) =>
          `${name} needs ${other} at run time: remove it, or add it to ${list} with a reason in decisions/012-packages.md.`,
      ),
    ...allowed
      .filter((other) => !needed.includes(other))
      .map((other) => `${name} no longer needs ${other}: remove it from ${list}.`),
  ]
}

const exact = /^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|catalog:\w*|workspace:[*^])$/

/** Version ranges, bundled packages and install scripts. */
export function findLoose({ name, scripts = {}, ...manifest }: OwnManifest): readonly string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const bundles = (['bundleDependencies', 'bundledDependencies'] as const).filter((key) => key in manifest)
  return [
    ...Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !exact.test(version))
      .map(([other, version]) => `${name} depends on ${other} ${version}: write an exact version.`),
    ...bundles.map((key) => `${name} has \`${key}\`, which hides packages from the lockfile: remove it.`),
    ...Object.keys(scripts)
      .filter((script) => /^(?:(?:pre|post)?install|(?:pre|post)?prepare)$/.test(script))
      .map((script) => `${name} has the script ${script}, which runs at installation: remove it.`),
  ]
}

const listYamlNames = (text: string): readonly string[] => Object.keys(Object(parse(text)))

/** Settings that patch packages or replace their versions, by file, and how the names in the file are found. */
const replacingKeys = {
  'pnpm-workspace.yaml': {
    keys: ['patchedDependencies', 'overrides', 'packageExtensions'],
    names: listYamlNames,
  },
  // JSON is YAML as well.
  'package.json': { keys: ['pnpm', 'overrides', 'resolutions'], names: listYamlNames },
  'pnpm-lock.yaml': {
    keys: ['patchedDependencies', 'overrides', 'packageExtensionsChecksum', 'patch_hash'],
    // Reading all of it takes longer than all other checks.
    names: (text: string) =>
      [...text.matchAll(/^['"]?(\w+)['"]?:|(patch_hash)/gm)].map(([, ...names]) => names.join('')),
  },
} as const

type SettingsFile = keyof typeof replacingKeys

export const settingsFiles: readonly SettingsFile[] = ['pnpm-workspace.yaml', 'package.json', 'pnpm-lock.yaml']

/** Settings in a file that patch packages or replace their versions, so that the version says too little. */
export function findReplacements(file: SettingsFile, text: string): readonly string[] {
  const { keys, names } = replacingKeys[file]
  const found = new Set(names(text))
  return keys
    .filter((key) => found.has(key))
    .map((key) => `${file} has \`${key}\`: remove it, so packages are used as they are published.`)
}
