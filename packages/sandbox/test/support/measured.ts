// A sandbox in a process of its own that tells what it keeps in memory: node --expose-gc measured.ts KEYS
import { setTimeout as pause } from 'node:timers/promises'

import { createSandbox } from '../../src/index.ts'

/** What a sandbox keeps in memory. */
export interface Sample {
  /** Bytes after a collection of garbage. */
  readonly heap: number
  /** Requests that it has answered. */
  readonly answered: number
  /** Requests that its log still has. */
  readonly logged: number
}

async function sampled(): Promise<Sample> {
  const log = await sandbox.control.requests.list({ limit: Number.MAX_SAFE_INTEGER })
  const counts = { answered: log.at(-1)?.id ?? 0, logged: log.length }
  for (let run = 0; run < 3; run += 1) {
    await pause(20)
    globalThis.gc?.()
  }
  return { heap: process.memoryUsage().heapUsed, ...counts }
}

const [directory] = process.argv.slice(2)
const sandbox = await createSandbox({ directory, seed: 'test' })
const { wire } = await sandbox.listen()
process.on('message', () => void sampled().then((sample) => process.send?.(sample)))
process.send?.(wire.url)
