import { StateError } from '@custody-wallet/demo'
import { createProgram, type Run, type Terminal } from '@custody-wallet/demo/cli'
import { ListenError } from '@custody-wallet/server/core'

import { writeCredentials } from './credentials.ts'
import { help } from './help.ts'
import { start } from './start.ts'
import { open, seal } from './wire-text.ts'

type Command = (args: readonly string[], terminal: Terminal) => Promise<void> | void

const commands: Readonly<Record<string, Command>> = { credentials: writeCredentials, seal, open }

/** Runs a command line of `custody-mock`. */
export const run: Run = createProgram({
  help,
  manifest: new URL('../../package.json', import.meta.url),
  errors: [
    [ListenError, 'Options: --host, --port, --wire-port and CUSTODY_PORT_BASE.'],
    [StateError, ''],
    [TypeError, ''],
  ],
  command(args, terminal) {
    const [name = '', ...rest] = args
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    return command ? command(rest, terminal) : start(args, terminal)
  },
})
