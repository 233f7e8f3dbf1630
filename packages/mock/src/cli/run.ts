import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { ListenError } from '@custody-wallet/server/core'
import { StateError } from '@custody-wallet/server/demo'

import { credentials } from './credentials.ts'
import { Failure } from './failure.ts'
import { help } from './help.ts'
import { start } from './start.ts'
import type { Terminal } from './terminal.ts'
import { open, seal } from './wire-text.ts'

type Command = (args: readonly string[], terminal: Terminal) => Promise<void> | void

const commands: Readonly<Record<string, Command>> = { credentials, seal, open }

/** Runs a command line; resolves with the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args
  if (name === 'help' || args.includes('--help') || args.includes('-h')) {
    terminal.print(help)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    await (command ? command(rest, terminal) : start(args, terminal))
    return 0
  } catch (error) {
    terminal.warn(textOf(error))
    return error instanceof Failure ? error.exitCode : 1
  }
}

const expectedErrors = [Failure, StateError, TypeError]

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const placeHint = 'Options: --host, --port, --wire-port and CUSTODY_PORT_BASE.'

// An unexpected error is a bug, so its stack is shown.
function textOf(error: unknown): string {
  if (error instanceof ListenError) return `${error.message} ${placeHint}`
  if (expectedErrors.some((kind) => error instanceof kind)) return messageOf(error)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** The terminal that this program was started from. */
export function ownTerminal(): Terminal {
  return {
    env: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
    input: () => text(process.stdin),
    get stopped() {
      // A second signal does not kill the ending program.
      return Promise.race(
        signals.map((signal) =>
          once(
            process.on(signal, () => {}),
            signal,
          ),
        ),
      )
    },
  }
}
