// Bundles a dependency into a package, so that users do not install it. The manifest in the repository names it, for the
// lockfile, the policy and the bill of materials. The published manifest does not.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { relative } from 'node:path/posix'

import { rolldown } from 'rolldown'

/** A bundled dependency. */
export interface Carried {
  readonly name: string
  /** Its path in the package. */
  readonly file: string
  readonly text: string
}

/** A dependency of the package in a folder as one module that begins with its licence. */
export async function carriedBy(folder: string, name: string): Promise<Carried> {
  const manifest = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  const licence = readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8').trim()
  const external = (id: string, from?: string): boolean => from !== undefined && /^[^./]/.test(id)
  await using bundle = await rolldown({ input: { [name]: name }, cwd: folder, external })
  const [{ code, imports }] = (await bundle.generate({ comments: false })).output
  if (imports.length > 0)
    throw new TypeError(
      `${name} needs ${imports.join(', ')}, so it cannot be bundled: remove it from \`carried\`.`,
    )
  return {
    name,
    file: `dist/carried/${name}.js`,
    text: `/*! ${name} ${version}, bundled unchanged.\n\n${licence}\n*/\n${code}`,
  }
}

/** A built module that imports the bundled dependencies. */
export function withCarried(file: string, text: string, carried: readonly Carried[]): string {
  return carried.reduce((before, { name, file: target }) => {
    const path = relative(dirname(file), target)
    return before.replaceAll(`from '${name}'`, `from '${path.startsWith('.') ? path : `./${path}`}'`)
  }, text)
}
