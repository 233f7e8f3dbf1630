// Command lines, run in this process.
import type { Terminal } from '@custody-wallet/demo/cli'

import { run } from '../src/cli/run.ts'
import { state } from './support.ts'

export interface TestTerminal {
  readonly out: string[]
  readonly err: string[]
  readonly terminal: Terminal
  readonly stop: () => void
}

/** A terminal that records its output. */
export function createTerminal(input = '', env: NodeJS.ProcessEnv = {}): TestTerminal {
  const [out, err]: [string[], string[]] = [[], []]
  let stop = (): void => {}
  const stopSignal = new Promise<void>((resolve) => {
    stop = resolve
  })
  const terminal = {
    env,
    print: (text: string) => void out.push(text),
    warn: (text: string) => void err.push(text),
    input: async () => input,
    stopped: stopSignal,
    interrupted: stopSignal,
  }
  return { out, err, terminal, stop }
}

/** Runs a command until it ends. */
export async function runCommand(args: readonly string[], input?: string, env?: NodeJS.ProcessEnv) {
  const { out, err, terminal } = createTerminal(input, env)
  return { code: await run(args, terminal), out: out.join('\n'), err: err.join('\n') }
}

export const withState = ['--state', state]
export const free = ['--port', '0', ...withState]
