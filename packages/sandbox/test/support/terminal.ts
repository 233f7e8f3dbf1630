// Command lines, run in this process.
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Terminal } from '@custody-wallet/demo/cli'
import { expect, inject, onTestFinished } from 'vitest'

import { run } from '../../src/cli/run.ts'

/** Folder of the demo keys, which ends with the test run. */
const state: string = mkdtempSync(join(process.env['RUN_FOLDER'] ?? tmpdir(), 'sandbox-cli-'))
copyFileSync(join(inject('keys'), 'keys.json'), join(state, 'keys.json'))

/** A folder that ends with the tests. */
export const createFolder = (): string => mkdtempSync(join(state, 'folder-'))

export const stateOptions = ['--state', state] as const
export const memoryOptions = ['--port', '0', '--ephemeral', ...stateOptions] as const

/** A terminal that records its output. */
function createTestTerminal(env: NodeJS.ProcessEnv) {
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
    interrupted: stopped,
  }
  return { out, err, terminal, stop: (signal?: readonly unknown[]) => stop(signal) }
}

/** Runs a command line to its end. */
export async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { out, err, terminal } = createTestTerminal(env)
  return { code: await run(args, terminal), out: out.join('\n'), err: err.join('\n') }
}

/** Runs a command line until it is stopped. */
export function startUntilStopped(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { terminal, stop } = createTestTerminal(env)
  const exitCode = run(args, terminal)
  return { exitCode, stop }
}

/** Starts the sandbox and returns its addresses. The test stops it. */
export async function startProgram(args: readonly string[] = memoryOptions, env: NodeJS.ProcessEnv = {}) {
  const { out, err, terminal, stop } = createTestTerminal(env)
  const exitCode = run(args, terminal)
  const stopProgram = () => {
    stop()
    return exitCode
  }
  onTestFinished(async () => void (await stopProgram()))
  await expect.poll(() => out.length, { interval: 5 }).toBeGreaterThan(0)
  const [plain = '', wire = ''] = out.join('\n').match(/http:\/\/[\w.:[\]]+:\d+/g) ?? []
  return { out, err, end: stopProgram, plain, wire }
}
