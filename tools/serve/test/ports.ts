import { once } from 'node:events'
import { createServer } from 'node:net'

import { onTestFinished } from 'vitest'

/** A port that another program holds until the test is over. */
export async function heldPort(): Promise<number> {
  const other = createServer()
  onTestFinished(() => void other.close())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}
