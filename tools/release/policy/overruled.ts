// What would change packages of others behind the back of their versions.
import { parse } from 'yaml'

/** Texts of the files that could say it. */
export interface Rulings {
  readonly 'pnpm-workspace.yaml': string
  readonly 'package.json': string
  readonly 'pnpm-lock.yaml': string
}

const keys = {
  'pnpm-workspace.yaml': ['patchedDependencies', 'overrides', 'packageExtensions'],
  'package.json': ['pnpm', 'overrides', 'resolutions'],
  'pnpm-lock.yaml': ['patchedDependencies', 'overrides', 'packageExtensionsChecksum'],
} as const satisfies Readonly<Record<keyof Rulings, readonly string[]>>

/** Settings that patch packages or replace their versions: nobody who reads a version would know. */
export function overruled(texts: Rulings): readonly string[] {
  const set = (['pnpm-workspace.yaml', 'package.json', 'pnpm-lock.yaml'] as const).flatMap((file) => {
    // JSON is YAML as well.
    const settings: object = Object(parse(texts[file]))
    return keys[file].filter((key) => Object.hasOwn(settings, key)).map((key) => `${file} has \`${key}\``)
  })
  const patched = texts['pnpm-lock.yaml'].includes('patch_hash') ? ['pnpm-lock.yaml has a `patch_hash`'] : []
  return [...set, ...patched].map((fact) => `${fact}: take packages as their makers publish them.`)
}
