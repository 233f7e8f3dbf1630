import { StateError } from '@custody-wallet/demo'
import { createProgram, type Run } from '@custody-wallet/demo/cli'
import { ListenError } from '@custody-wallet/server/core'

import { formatBanner, formatWarning } from './banner.ts'
import { help, parseOptions } from './options.ts'
import { readSite } from './site.ts'

/** Runs the command line of `npm start`. */
export const run: Run = createProgram({
  help,
  manifest: new URL('../../package.json', import.meta.url),
  errors: [
    [ListenError, 'Options: --host, --port and CUSTODY_PORT_BASE.'],
    [StateError, ''],
  ],
  // Reads `stopped` first, so that signals also work while the servers start.
  async command(args, { env, print, warn, stopped }) {
    const options = parseOptions(args, env)
    const site = readSite(new URL('../../dist/docs/', import.meta.url))
    // Loads the servers last, because they are large.
    const { startAll } = await import('./start.ts')
    const { addresses, close } = await startAll(options, site)
    const caution = formatWarning(options)
    if (caution) warn(caution)
    print(formatBanner(addresses))
    await stopped
    await close()
  },
})
