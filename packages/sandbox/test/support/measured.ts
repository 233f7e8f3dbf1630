// A sandbox in its own process that reports its memory: node --expose-gc measured.ts KEYS
import { setTimeout as pause } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'

import { createSandbox } from '../../src/index.ts'

/** Memory of a sandbox. */
export interface Sample {
  /** Bytes of objects after a garbage collection, without code: V8 keeps compiling for minutes. */
  readonly heap: number
  /** Number of handled requests. */
  readonly responseCount: number
  /** Number of requests in its log. */
  readonly logLength: number
}

async function takeSample(): Promise<Sample> {
  const log = await sandbox.control.requests.list({ limit: 1000 })
  const counts = { responseCount: log[0]?.id ?? 0, logLength: log.length }
  for (let run = 0; run < 3; run += 1) {
    await pause(20)
    globalThis.gc?.()
  }
  const objects = getHeapSpaceStatistics().filter(({ space_name: name }) => !/code|trusted/.test(name))
  return { heap: objects.reduce((sum, { space_used_size: used }) => sum + used, 0), ...counts }
}

const [directory] = process.argv.slice(2)
const sandbox = await createSandbox({ directory, seed: 'test' })
const { wire } = await sandbox.listen()
process.on('message', () => void takeSample().then((sample) => process.send?.(sample)))
process.send?.(wire.url)
