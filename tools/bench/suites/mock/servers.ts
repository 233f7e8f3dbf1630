import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { root } from '../../measure.ts'
import type { Load, Target } from './load.ts'

const run = promisify(execFile)
const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const program = fileURLToPath(new URL('packages/mock/dist/cli/main.js', `file://${root}`))

/** A server in a process of its own. */
export interface Server extends Disposable {
  readonly urls: readonly string[]
  /** Megabytes that its process holds. */
  readonly memory: () => Promise<number>
}

/** Starts the mock as its users do; the state folder holds its keys. */
export const startMock = (state: string): Promise<Server> =>
  startServer([program, '--port', '0', '--state', state], 2)

/** Starts Prism's own server. */
export const startPrism = (): Promise<Server> => startServer([at('prism-server.ts')], 1)

async function startServer(args: readonly string[], addresses: number): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const urls = await urlsIn(child, addresses)
  return {
    urls,
    memory: async () => Number((await run('ps', ['-o', 'rss=', '-p', String(child.pid)])).stdout) / 1024,
    [Symbol.dispose]: () => void child.kill(),
  }
}

async function urlsIn({ stdout }: ChildProcess, wanted: number): Promise<readonly string[]> {
  let said = ''
  for await (const piece of stdout ?? []) {
    said += String(piece)
    const urls = [...new Set(said.match(/http:\/\/127\.0\.0\.1:\d+(?=\D)/g))]
    if (urls.length >= wanted) return urls
  }
  throw new Error(`A server ended before it said where it is:\n${said}`)
}

/** Loads an address from another process. */
export async function loaded({ url, body }: Target, seconds: number, atOnce: number): Promise<Load> {
  const args = [at('load.ts'), String(seconds), String(atOnce), url, ...(body === undefined ? [] : [body])]
  const { stdout } = await run(process.execPath, args)
  const found: Load = JSON.parse(stdout)
  return found
}
