// What our manifests may ask for.
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { type Manifest, manifestOf } from '../surface/entries.ts'

/** Packages of others that each published package needs at run time. */
export const runTime: Readonly<Record<string, readonly string[]>> = {
  '@custody-wallet/types': [],
  '@custody-wallet/encryption': [],
  '@custody-wallet/client': ['openapi-fetch'],
  '@custody-wallet/mock': ['@hono/node-server', '@stoplight/prism-http', 'hono'],
}

interface Asking extends Pick<
  Manifest,
  'name' | 'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies'
> {
  readonly bundleDependencies?: unknown
  readonly bundledDependencies?: unknown
}

/** Manifests of the repository: of its root, its packages and its tools. */
export const manifestsOf = (root: string): readonly Asking[] =>
  globSync(['package.json', '{packages,tools}/*/package.json'], { cwd: root })
    .toSorted()
    .map((file) => manifestOf(join(root, dirname(file))))

const list = 'tools/release/policy/dependencies.ts'

/** Packages that a published one needs beyond what it may, or may but does not need. */
export function unplanned(manifest: Asking, planned: typeof runTime): readonly string[] {
  const { name, dependencies, optionalDependencies, peerDependencies } = manifest
  const allowed = planned[name]
  if (!allowed)
    return [`${name} has no line in ${list}, where what packages need at run time stands: give it one.`]
  const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (other) => !Object.hasOwn(planned, other),
  )
  return [
    ...needed
      .filter((other) => !allowed.includes(other))
      .map(
        (other) =>
          `${name} needs ${other} at run time: do without it, or give the reason in decisions/012-packages.md and add it to ${list}.`,
      ),
    ...allowed
      .filter((other) => !needed.includes(other))
      .map((other) => `${name} no longer needs ${other}: take it off the list in ${list}.`),
  ]
}

const exact = /^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|catalog:\w*|workspace:[*^])$/

/** Versions that could change without a change of the lockfile, what would be packed in, and scripts that would run. */
export function loose({ name, scripts = {}, ...asking }: Asking): readonly string[] {
  const { dependencies, devDependencies, optionalDependencies } = asking
  const bundles = (['bundleDependencies', 'bundledDependencies'] as const).filter((key) => key in asking)
  return [
    ...Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !exact.test(version))
      .map(([other, version]) => `${name} asks for ${other} ${version}: write an exact version.`),
    ...bundles.map((key) => `${name} has \`${key}\`, whose packages nobody would see: take it out.`),
    ...Object.keys(scripts)
      .filter((script) => /^(?:(?:pre|post)?install|(?:pre|post)?prepare)$/.test(script))
      .map((script) => `${name} has the script ${script}, which runs when it is installed: take it out.`),
  ]
}
