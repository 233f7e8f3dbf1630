import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished } from 'vitest'

import { state } from '../support.ts'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface Program {
  readonly output: { out: string; err: string }
  readonly kill: (signal: NodeJS.Signals) => void
  /** Exit code, or the signal that killed it. */
  readonly exit: Promise<unknown>
}

/** Starts the built program, and stops it when the test ends. */
export function startProgram(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Program {
  const child = spawn(process.execPath, [main, ...args, '--state', state], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const exit = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal)
  return { output, kill: (signal) => void child.kill(signal), exit }
}

/** Waits for the addresses of both mocks in the output. */
export async function readAddresses({ output }: Program): Promise<readonly [plain: string, wire: string]> {
  await expect.poll(() => output.out, { interval: 20 }).toContain('Ctrl-C')
  const [plain = '', wire = ''] = output.out.match(/http:\/\/[\w.:[\]]+:\d+/g) ?? []
  return [plain, wire]
}
