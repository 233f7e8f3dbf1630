// What `npm` makes of a package that only pnpm can pack.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

import { expect } from 'vitest'

import { terminal } from '../../../workspace/environment.ts'

/** Runs a command of npm in a package. */
export function packedByNpm(command: string, cwd: string, place: string) {
  const args = [...command.split(' '), `--pack-destination=${place}`]
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', env: terminal(process.env) })
  return { fails: status !== 0, tarballs: globSync('custody-wallet-*.tgz', { cwd: place }), stderr }
}

export const unpackable = {
  fails: true,
  tarballs: [],
  stderr: expect.stringContaining('Only pnpm can pack this package: run `npm run pack -- dist/packed`'),
}
