import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { getStateDirectory } from '@custody-wallet/demo'
import { createSandbox, type Sandbox, type SandboxServers } from '@custody-wallet/sandbox'

import { putDemoKeys } from '../../../demo/test/support/demo-keys.ts'
import { run } from '../../src/program.ts'

/** File of the program. */
export const program: string = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** Input of a run. */
export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
}

/** Runs the program in this process, which is faster. It does not wait for a signal. */
export async function runCustodyHere(
  args: readonly string[],
  { env = {}, input = '' }: RunOptions = {},
): Promise<RunResult> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(args, {
    env,
    print: (text) => void out.push(`${text}\n`),
    warn: (text) => void err.push(`${text}\n`),
    input: async () => input,
    stopped: Promise.resolve(),
    interrupted: Promise.resolve(),
  })
  return { code, out: out.join(''), err: err.join('') }
}

export interface RunResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A folder that is removed after this test run. */
export const createFolder = (): string => mkdtempSync(join(process.env['RUN_FOLDER'] ?? tmpdir(), 'custody-cli-'))

// With this variable, a run finds the processes that it started.
const ofTheRun = { TMPDIR: process.env['TMPDIR'] }

/** Runs the program with its output in a pipe. */
export async function runCustody(
  args: readonly string[],
  { env = {}, input = '' }: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const options = { env: { ...ofTheRun, ...env } }
    const child = execFile(process.execPath, [program, ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
    // A rejected command ends without reading its input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

export interface RunningCommand {
  readonly out: () => string
  readonly err: () => string
  /** Waits until the output matches. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly kill: (signal: 'SIGINT' | 'SIGTERM') => void
  /** Sends a signal, and resolves with the exit code. */
  readonly stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<number | null>
}

/** Starts the program, which runs until it gets a signal. */
export function startCustody(args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...ofTheRun, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const ended = once(child, 'exit')
  return {
    out: () => out,
    err: () => err,
    async until(pattern) {
      for (;;) {
        const found = pattern.exec(`${out}${err}`)
        if (found) return found
        if (child.exitCode !== null) throw new Error(`It ended: ${out}${err}`)
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
      }
    },
    kill: (signal) => void child.kill(signal),
    async stop(signal) {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

export interface Service {
  readonly sandbox: Sandbox
  readonly servers: SandboxServers
  /** Environment of the program, with the demo keys of the sandbox. */
  readonly env: NodeJS.ProcessEnv
  /** Options that call the sandbox as a demo merchant. */
  readonly demo: (name: 'classic' | 'modern') => readonly string[]
  readonly close: () => Promise<void>
}

const home = createFolder()

/** Environment without the settings of this machine, and with demo keys: the same ones for all files. */
export const demoEnv: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  HOME: home,
  XDG_STATE_HOME: home,
  XDG_CACHE_HOME: join(home, 'cache'),
}
export const demoState: string = getStateDirectory(demoEnv)
putDemoKeys(demoState)

/** A sandbox on ports, and the program's environment for it. */
export async function startService(): Promise<Service> {
  const sandbox = await createSandbox({ directory: demoState })
  const servers = await sandbox.listen({ port: 0 })
  return {
    sandbox,
    servers,
    env: {
      ...demoEnv,
      CUSTODY_CONTROL_TOKEN: servers.controlToken,
      SANDBOX_CONTROL_URL: servers.control.url,
    },
    demo: (name) => ['--demo', name, '--url', servers.wire.url],
    async close() {
      await servers.close()
      await sandbox.close()
    },
  }
}

/** An address at which nothing listens. */
export async function findClosedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address())
  await new Promise((resolve) => void server.close(resolve))
  return `http://127.0.0.1:${port}`
}
