import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ReleaseError } from '../steps/failure.ts'
import type { Tarball } from '../steps/pack.ts'
import type { Consumer } from './consumer.ts'
import { specOf } from './mock.ts'
import { ran, type Where } from './programs.ts'
import { failureOf } from './reaching.ts'
import { useRegistry } from './registry.ts'

export interface Source {
  readonly registry: string
  readonly tarballs: readonly Tarball[]
}

/** Makes a project of its own for a consumer, and installs what it needs with npm. */
export async function makeProject(consumer: Consumer, where: Where, source: Source): Promise<void> {
  mkdirSync(where.cwd, { recursive: true })
  for (const folder of consumer.sources)
    cpSync(new URL(`consumers/${folder}`, import.meta.url), where.cwd, { recursive: true })
  writeFileSync(join(where.cwd, 'package.json'), `{ "private": true, "type": "module" }\n`)
  useRegistry(where.cwd, source.registry)
  const ours = consumer.packages.map((name) => specOf(source.tarballs, `@custody-wallet/${name}`))
  const specs = [...ours, ...(consumer.others ?? [])]
  if (specs.length > 0) await install(specs, where, source)
}

async function install(specs: readonly string[], where: Where, { tarballs }: Source): Promise<void> {
  const { code, out, err } = await ran(['npm', 'install', '--save-exact', ...specs], where)
  if (code !== 0) throw failureOf('npm install', `${out}${err}`)
  const foreign = foreignPackages(readFileSync(join(where.cwd, 'package-lock.json'), 'utf8'), tarballs)
  if (foreign.length > 0)
    throw new ReleaseError(`npm installed other bytes than were packed: ${foreign.join(', ')}.`)
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
}

/** Packages of ours in a lockfile of npm that are not, byte for byte, what was packed. */
export function foreignPackages(lockfile: string, tarballs: readonly Tarball[]): readonly string[] {
  const { packages }: Lockfile = JSON.parse(lockfile)
  const packed = new Map(tarballs.map(({ name, integrity }) => [name, integrity]))
  return Object.entries(packages).flatMap(([path, { integrity }]) => {
    const [, name = ''] = /node_modules\/(@custody-wallet\/[^/]+)$/.exec(path) ?? []
    return name !== '' && packed.get(name) !== integrity ? [name] : []
  })
}
