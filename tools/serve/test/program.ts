import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Program {
  readonly child: ChildProcess
  /** What it has printed so far. */
  readonly said: () => { readonly out: string; readonly err: string }
  /** Resolves with the exit code, or with the signal that killed it. */
  readonly ended: Promise<number | string>
}

/** Starts the program as a person would; the test leaves none behind. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  const ended = once(child, 'close').then(
    ([code, signal]: (number | string)[]) => code ?? signal ?? 'no reason',
  )
  return { child, said: () => said, ended }
}

/** Resolves with the banner once it stands there whole. */
export async function bannerOf({ child, said, ended }: Program): Promise<string> {
  while (!said().out.includes('Ctrl-C')) {
    if (child.exitCode !== null) throw new Error(`The program ended before its banner: ${said().err}`)
    await Promise.race([child.stdout && once(child.stdout, 'data'), ended])
  }
  return said().out
}
