import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { onTestFinished } from 'vitest'

// Ports of the docs, the mocks and the sandbox, relative to the first port.
const offsets = [0, 10, 11, 20, 21, 22] as const

// Below the range of ephemeral ports, so that no other program gets one in the meantime.
const ours = { from: 10_000, to: 32_000 } as const

/** Finds a first port with free ports for all servers. */
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
