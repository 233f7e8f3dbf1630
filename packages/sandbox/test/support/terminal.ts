// Command lines, run in this process.
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Terminal } from '@custody-wallet/server/cli'
import { expect, inject, onTestFinished } from 'vitest'

import { run } from '../../src/cli/run.ts'

/** Folder of the demo keys, which ends with the test run. */
const state: string = mkdtempSync(join(process.env['RUN_FOLDER'] ?? tmpdir(), 'sandbox-cli-'))
copyFileSync(join(inject('keys'), 'keys.json'), join(state, 'keys.json'))

/** A folder that ends with the tests. */
export const freshFolder = (): string => mkdtempSync(join(state, 'folder-'))

export const withState = ['--state', state] as const
export const inMemory = ['--port', '0', '--ephemeral', ...withState] as const

/** A terminal that keeps its output. */
function spoken(env: NodeJS.ProcessEnv) {
  const [out, err]: [string[], string[]] = [[], []]
  let stop = (_signal?: readonly unknown[]): void => {}
  const stopped = new Promise<unknown>((resolve) => {
    stop = resolve
  })
  const terminal: Terminal = {
    env,
    print: (text) => void out.push(text),
    warn: (text) => void err.push(text),
    input: async () => '',
    stopped,
  }
  return { out, err, terminal, stop: (signal?: readonly unknown[]) => stop(signal) }
}

/** Runs a command line to its end. */
export async function ran(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { out, err, terminal } = spoken(env)
  return { code: await run(args, terminal), out: out.join('\n'), err: err.join('\n') }
}

/** Runs a command line until it is stopped. */
export function running(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { terminal, stop } = spoken(env)
  const ended = run(args, terminal)
  return { ended, stop }
}

/** Starts the sandbox, and gives its addresses. The test stops it. */
export async function started(args: readonly string[] = inMemory, env: NodeJS.ProcessEnv = {}) {
  const { out, err, terminal, stop } = spoken(env)
  const ended = run(args, terminal)
  const end = () => {
    stop()
    return ended
  }
  onTestFinished(async () => void (await end()))
  await expect.poll(() => out.length, { interval: 5 }).toBeGreaterThan(0)
  const [plain = '', wire = ''] = out.join('\n').match(/http:\/\/[\w.:[\]]+:\d+/g) ?? []
  return { out, err, end, plain, wire }
}
