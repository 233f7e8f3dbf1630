import { resolve } from 'node:path'

import { loadDemoMerchants } from '@custody-wallet/demo'
import { createMisuse, parseArguments, type Terminal } from '@custody-wallet/demo/cli'

import { resolveWireUrl } from './arguments.ts'

const knownOptions = { texts: ['url', 'state'], flags: [] } as const

/** Writes the credentials of the demo merchants to a folder. */
export function writeCredentials(args: readonly string[], { env, print }: Terminal): void {
  const { text, positionals } = parseArguments(args, knownOptions)
  const [directory, ...more] = positionals
  if (directory === undefined || more.length > 0)
    throw createMisuse('Give one folder to write to, such as: custody-mock credentials ./demo.')
  const demo = loadDemoMerchants({ directory: text('state') })
  const folder = demo.write(resolveWireUrl(text('url'), env), resolve(directory))
  print(`Wrote ${folder}/modern and ${folder}/classic, each with a .env for createCustodyFromEnv().`)
}
