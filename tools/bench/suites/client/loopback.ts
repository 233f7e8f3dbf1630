import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('answering.ts', import.meta.url))

/** A service on loopback that has one answer for everybody. */
export interface Loopback {
  readonly address: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a service in a process of its own. */
export async function answering(body: string): Promise<Loopback> {
  const child = spawn(process.execPath, [program, body], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [port]: unknown[] = await Promise.race([once(child.stdout, 'data'), ended])
  return {
    address: `http://127.0.0.1:${String(port).trim()}`,
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}
