import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { onTestFinished } from 'vitest'

// Where the docs, the mocks and the sandbox listen, counted from the first port.
const offsets = [0, 10, 11, 20, 21, 22] as const

// The system takes what it hands out by itself from above these: no other program happens on one meanwhile.
const ours = { from: 10_000, to: 32_000 } as const

/** A first port that leaves room for all servers. */
export async function findFreeBase(): Promise<number> {
  const base = randomInt(ours.from, ours.to)
  const free = await Promise.all(offsets.map((further) => isFree(base + further)))
  return free.includes(false) ? findFreeBase() : base
}

/** Holds a port, as another program would, until the test is over. */
export async function holdPort(port: number): Promise<void> {
  const other = createServer()
  onTestFinished(() => void other.close())
  await once(other.listen(port, '127.0.0.1'), 'listening')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}
