// Turns of the event loop, for private operations that have no asynchronous form: each keeps everything else waiting.
import { throwIfAborted } from './abort.ts'

/** Operations that one turn of the event loop holds, however many messages wait: 1 ms with 2048 bits, 7 with 4096. */
const inOneTurn = 4

const waiting: (() => void)[] = []

/** Lets timers and sockets have their turn before the next long step. Whoever waits longest goes first. */
export async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(release)
  })
  throwIfAborted(signal)
}

function release(): void {
  for (const start of waiting.splice(0, inOneTurn)) start()
  if (waiting.length > 0) setImmediate(release)
}
