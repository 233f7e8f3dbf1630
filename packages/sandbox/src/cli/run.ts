import { StateError } from '@custody-wallet/demo'
import { createProgram, type Run } from '@custody-wallet/demo/cli'
import { ListenError, UnavailableError } from '@custody-wallet/server/core'

import { MissingError } from '../errors.ts'
import { ScenarioError } from '../scenarios/scenario.ts'
import { DataError } from '../store/data-error.ts'
import { help } from './help.ts'
import { start } from './start.ts'

/** Runs a command line of `custody-sandbox`. */
export const run: Run = createProgram({
  help,
  manifest: new URL('../../package.json', import.meta.url),
  errors: [
    [ListenError, 'Options: --host, --control-host, --port and CUSTODY_PORT_BASE.'],
    [DataError, ''],
    [UnavailableError, 'Check DATABASE_URL, and that the database is running.'],
    [StateError, ''],
    [MissingError, ''],
    [ScenarioError, ''],
  ],
  command: start,
})
