// Runtimes other than the Node of this repository. The lockfile has them for Linux on x64.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { runPnpm } from '../../workspace/programs.ts'
import manifest from './runtimes/package.json' with { type: 'json' }

export type RuntimeName = keyof typeof manifest.dependencies

/** The pinned version of a runtime. */
export const getVersion = (name: RuntimeName): string => manifest.dependencies[name].replace(/.*@/, '')

/** The path of the program of a runtime; none on machines without one. */
export type Runtimes = (name: RuntimeName) => string | undefined

/** Installs the runtimes into a folder. */
export async function installRuntimes(folder: string): Promise<Runtimes> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return () => undefined
  mkdirSync(folder)
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    copyFileSync(new URL(`runtimes/${name}`, import.meta.url), join(folder, name))
  await runPnpm(['install', '--frozen-lockfile', '--prefer-offline'], folder)
  const findProgram = (name: RuntimeName): string =>
    name === 'bun' ? 'bin/bun' : name === 'deno' ? 'deno' : 'bin/node'
  return (name) => join(folder, 'node_modules', name, findProgram(name))
}
