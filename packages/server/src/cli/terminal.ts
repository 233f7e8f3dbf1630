import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** The environment, input and output of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: string) => void
  readonly warn: (text: string) => void
  readonly input: () => Promise<string>
  /** Resolves when the program has to end. */
  readonly stopped: Promise<unknown>
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** The terminal that this program was started from. */
export function ownTerminal(): Terminal {
  // A reader such as `head` closes the pipe when it has enough.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))
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
