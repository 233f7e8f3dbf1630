import { programOf, type Run } from '@custody-wallet/server/cli'
import { ListenError } from '@custody-wallet/server/core'
import { StateError } from '@custody-wallet/server/demo'

import { banner, warning } from './banner.ts'
import { help, optionsFrom } from './options.ts'
import { readSite } from './site.ts'

/** Runs a command line of `npm start`. */
export const run: Run = programOf({
  help,
  manifest: new URL('../../package.json', import.meta.url),
  errors: [
    [ListenError, 'Options: --host, --port and CUSTODY_PORT_BASE.'],
    [StateError, ''],
  ],
  // Reads `stopped` first, so that signals also count while the servers start.
  async command(args, { env, print, warn, stopped }) {
    const options = optionsFrom(args, env)
    const site = readSite(new URL('../../dist/docs/', import.meta.url))
    // The mocks are large, so they are loaded only to start them.
    const { startAll } = await import('./start.ts')
    const { started, close } = await startAll(options, site)
    const caution = warning(options)
    if (caution) warn(caution)
    print(banner(started))
    await stopped
    await close()
  },
})
