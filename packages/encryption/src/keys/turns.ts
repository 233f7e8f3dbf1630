// Turns of the event loop, for private operations that have no asynchronous form: each keeps everything else waiting.
import { throwIfAborted } from './abort.ts'
import type { KeyOptions } from './interfaces.ts'
import { Lines } from './lines.ts'

/** Operations that one turn of the event loop holds, however many messages wait: 1 ms with 2048 bits, 7 with 4096. */
const inOneTurn = 4

const waiting = new Lines<() => void>()

/** Lets timers and sockets have their turn before the next long step. Merchants take turns here too. */
export async function takeTurn({ signal, merchant = '' }: KeyOptions): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.length === 0) setImmediate(release)
    waiting.add(merchant, resolve)
  })
  throwIfAborted(signal)
}

function release(): void {
  for (let started = 0; started < inOneTurn; started += 1) waiting.next()?.()
  if (waiting.length > 0) setImmediate(release)
}
