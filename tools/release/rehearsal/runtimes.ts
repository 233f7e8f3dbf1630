// What programs run on beside the Node of this repository, where it is in the registry.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { pnpm } from '../steps/programs.ts'
import { reaching } from './reaching.ts'
import manifest from './runtimes/package.json' with { type: 'json' }

export type RuntimeName = keyof typeof manifest.dependencies

const ofNode = 'bin/node'
const binaries = {
  bun: 'bin/bun',
  deno: 'deno',
  'node-20': ofNode,
  'node-22': ofNode,
  'node-24': ofNode,
  'node-24-newest': ofNode,
  'node-26': ofNode,
} as const satisfies Readonly<Record<RuntimeName, string>>

/** The version of a runtime, as it is pinned. */
export const versionOf = (name: RuntimeName): string => manifest.dependencies[name].replace(/.*@/, '')

/** Where the program of a runtime is; nowhere on machines for which they are not all to be had. */
export type Runtimes = (name: RuntimeName) => string | undefined

/** Installs the runtimes into a folder. */
export async function installRuntimes(folder: string): Promise<Runtimes> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return () => undefined
  mkdirSync(folder)
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    copyFileSync(new URL(`runtimes/${name}`, import.meta.url), join(folder, name))
  await reaching('pnpm', pnpm(['install', '--frozen-lockfile', '--prefer-offline'], folder))
  return (name) => join(folder, 'node_modules', name, binaries[name])
}
