import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** The environment, input and output of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: string) => void
  readonly warn: (text: string) => void
  readonly input: () => Promise<string>
  /** Resolves when the program must end. */
  readonly stopped: Promise<unknown>
  /** Resolves when it must end at once: on Ctrl-C, or when its output fails. */
  readonly interrupted: Promise<unknown>
}

/** Returns the exit code after the output fails. A reader such as `head` closes the pipe once it has enough. */
export const getExitCode = (error: Error): number => ('code' in error && error.code === 'EPIPE' ? 0 : 1)

/** Creates the terminal of this process. */
export function createTerminal(): Terminal {
  let isWaiting = false
  const waitFor = (...signals: readonly NodeJS.Signals[]): Promise<unknown> => {
    // A waiting program must clean up, so it also stops when its output fails.
    isWaiting = true
    // Keeps a second signal from killing the program while it stops.
    const stopping = signals.map((signal) =>
      once(
        process.on(signal, () => {}),
        signal,
      ),
    )
    return Promise.race([...stopping, once(process.stdout, 'error')])
  }
  process.stdout.on('error', (error) => {
    if (!isWaiting) process.exit(getExitCode(error))
  })
  return {
    env: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
    input() {
      if (process.stdin.isTTY) process.stderr.write('Reading standard input until Ctrl-D.\n')
      return text(process.stdin)
    },
    // Getters, because reading them installs the signal handlers.
    get stopped() {
      return waitFor('SIGINT', 'SIGTERM')
    },
    get interrupted() {
      return waitFor('SIGINT')
    },
  }
}
