import { parseArgs } from 'node:util'

import { consumers } from './consumers.ts'

export const help = `npm run rehearse -- [options] makes a release of what is committed, publishes it to a registry on this machine
alone, installs it into fresh projects, uses it there, and prints what came of each. It leaves nothing behind.

  --only NAME   those consumers alone whose names have this in them
  --as-it-is    takes the working tree, changes and all, in place of the commit
  --help        this text

Consumers:

${consumers.map(({ name, does }) => `  ${name.padEnd(26)}  ${does}`).join('\n')}`

const known = {
  only: { type: 'string', default: '' },
  'as-it-is': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export interface Options {
  readonly only: string
  readonly asItIs: boolean
  readonly help: boolean
}

/** Reads the command line. */
export function optionsFrom(args: readonly string[]): Options {
  const { only, 'as-it-is': asItIs, help } = parseArgs({ args: [...args], options: known }).values
  return { only, asItIs, help }
}
