import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Program {
  readonly child: ChildProcess
  /** What it has printed so far. */
  readonly output: () => { readonly out: string; readonly err: string }
  /** Resolves with the exit code, or with the signal that killed it. */
  readonly exit: Promise<number | string>
}

/** Starts the program as a person would; the test leaves none behind. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const exit = once(child, 'close').then(([code, signal]: (number | string)[]) => code ?? signal ?? 'no reason')
  return { child, output: () => output, exit }
}

/** Resolves with the banner once it stands there whole. */
export async function readBanner({ child, output, exit }: Program): Promise<string> {
  while (!output().out.includes('Ctrl-C')) {
    if (child.exitCode !== null) throw new Error(`The program ended before its banner: ${output().err}`)
    await Promise.race([child.stdout && once(child.stdout, 'data'), exit])
  }
  return output().out
}
