import { resolve } from 'node:path'

import { misuse, parsed, type Terminal } from '@custody-wallet/server/cli'
import { demoMerchants } from '@custody-wallet/server/demo'

import { wireUrl } from './arguments.ts'

const known = { texts: ['url', 'state'], flags: [] } as const

/** Writes the credentials of the demo merchants into a folder. */
export function credentials(args: readonly string[], { env, print }: Terminal): void {
  const { text, positionals } = parsed(args, known)
  const [directory, ...more] = positionals
  if (directory === undefined || more.length > 0) throw misuse('credentials needs one folder to write to.')
  const demo = demoMerchants({ directory: text('state') })
  const place = demo.write(wireUrl(text('url'), env), resolve(directory))
  print(`Wrote ${place}/modern and ${place}/classic, each with a .env for custodyFromEnv().`)
}
