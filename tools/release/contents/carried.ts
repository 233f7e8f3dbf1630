// Code of others that a package brings inside itself, so that its users install nothing else. Such a dependency stands
// in the manifest of the repository, for the lockfile, the policy and the list of parts; a published one leaves it out.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { relative } from 'node:path/posix'

import { rolldown } from 'rolldown'

/** A package of others, as it is carried. */
export interface Carried {
  readonly name: string
  /** Where it stands in the package that carries it. */
  readonly file: string
  readonly text: string
}

/** A dependency of the package in a folder as one module, with its licence on top. */
export async function carriedBy(folder: string, name: string): Promise<Carried> {
  const manifest = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  const licence = readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8').trim()
  const external = (id: string, from?: string): boolean => from !== undefined && /^[^./]/.test(id)
  await using bundle = await rolldown({ input: { [name]: name }, cwd: folder, external })
  const [{ code, imports }] = (await bundle.generate({ comments: false })).output
  if (imports.length > 0)
    throw new TypeError(`${name} needs ${imports.join(', ')}, so it cannot be carried: let it be installed.`)
  return {
    name,
    file: `dist/carried/${name}.js`,
    text: `/*! ${name} ${version}, carried as it is.\n\n${licence}\n*/\n${code}`,
  }
}

/** A built module with its imports led to what is carried. */
export function ledToCarried(file: string, text: string, carried: readonly Carried[]): string {
  return carried.reduce((before, { name, file: target }) => {
    const path = relative(dirname(file), target)
    return before.replaceAll(`from '${name}'`, `from '${path.startsWith('.') ? path : `./${path}`}'`)
  }, text)
}
