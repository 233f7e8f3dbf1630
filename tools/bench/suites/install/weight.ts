import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Weight {
  /** Packages in a folder of modules, wherever they lie in it. */
  readonly count: number
  /** Bytes of their files. */
  readonly bytes: number
}

/** Weighs a folder of modules. What npm writes beside the packages for itself is none of theirs. */
export function weightOf(folder: string): Weight {
  const names = globSync('**/*', { cwd: folder }).filter((path) => !path.startsWith('.'))
  const sizes = names
    .map((name) => statSync(join(folder, name)))
    .map((stat) => (stat.isFile() ? stat.size : 0))
  return {
    count: names.filter((name) => manifest.test(name)).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

// A package may have others in a folder of modules of its own, and manifests of its own that are no packages.
const manifest = /^((@[^/]+\/)?[^/@]+\/node_modules\/)*(@[^/]+\/)?[^/@]+\/package\.json$/
