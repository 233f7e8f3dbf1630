import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What holds for a whole run: chance, and how long answers take. */
export interface WhimOptions {
  /** Makes chance repeatable: the same calls in the same order get the same answers. */
  readonly seed?: string | undefined
  /** Milliseconds that every answer takes. */
  readonly delay?: number | undefined
  /** Part of the calls that fail, from 0 to 1. */
  readonly failRate?: number | undefined
  /** Waits; the platform's timer unless given. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined
}

export interface Whims {
  readonly delay: (asked: number | undefined, signal: AbortSignal) => Promise<void>
  readonly fails: () => boolean
  /** Seed of the next answer that is made up. */
  readonly next: () => string
}

/** Checks the options and draws from them. */
export function whimsOf({
  seed = randomBytes(8).toString('hex'),
  delay = 0,
  failRate = 0,
  wait = pause,
}: WhimOptions): Whims {
  if (!(delay >= 0 && delay <= 60_000)) throw new TypeError('delay must be milliseconds from 0 to 60000.')
  if (!(failRate >= 0 && failRate <= 1)) throw new TypeError('failRate must be a number from 0 to 1.')
  const drawn = { fails: 0, made: 0 }
  return {
    delay: async (asked = delay, signal) => {
      if (asked > 0) await wait(asked, signal)
    },
    fails: () => failRate > 0 && draw(`${seed} fails ${(drawn.fails += 1)}`) < failRate,
    next: () => `${seed} ${(drawn.made += 1)}`,
  }
}

// A hash of a counter: even enough, the same everywhere, and no generator to keep.
const draw = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

// Whoever leaves is not waited for.
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
