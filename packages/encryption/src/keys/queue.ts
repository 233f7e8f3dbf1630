// Queues that serve merchants in turn, so that one merchant with much work cannot keep the others waiting.
import { throwIfAborted } from '../errors.ts'
import type { KeyOptions } from './interfaces.ts'

/** Waiting entries by merchant. Merchants are served in turn; the entries of one merchant in the order they came. */
export class MerchantQueue<Entry> {
  // The merchant that is served next comes first.
  readonly #entries = new Map<string, Set<Entry>>()

  add(merchant: string, entry: Entry): void {
    const entries = this.#entries.get(merchant) ?? new Set()
    this.#entries.set(merchant, entries.add(entry))
  }

  has(merchant: string, entry: Entry): boolean {
    return this.#entries.get(merchant)?.has(entry) ?? false
  }

  /** Removes an entry; `false` if it is no longer waiting. */
  delete(merchant: string, entry: Entry): boolean {
    const entries = this.#entries.get(merchant)
    if (!entries?.delete(entry)) return false
    if (entries.size === 0) this.#entries.delete(merchant)
    return true
  }

  /** Removes and returns the first entry of the first merchant that may start, and moves that merchant to the end. */
  next(mayStart: (merchant: string) => boolean = () => true): Entry | undefined {
    for (const [merchant, entries] of this.#entries) {
      const [entry] = entries
      if (entry === undefined || !mayStart(merchant)) continue
      this.#entries.delete(merchant)
      entries.delete(entry)
      if (entries.size > 0) this.#entries.set(merchant, entries)
      return entry
    }
    return undefined
  }

  lengthOf(merchant: string): number {
    return this.#entries.get(merchant)?.size ?? 0
  }

  get length(): number {
    return this.#lengths().reduce((total, length) => total + length, 0)
  }

  /** The last entry of the merchant with the most entries, if it has more than a given number. */
  lastOfLongest(moreThan: number): Entry | undefined {
    const longest = Math.max(moreThan, ...this.#lengths())
    if (longest === moreThan) return undefined
    const entries = [...this.#entries.values()].find(({ size }) => size === longest)
    return entries && [...entries].at(-1)
  }

  #lengths(): readonly number[] {
    return [...this.#entries.values()].map(({ size }) => size)
  }
}

/** Operations that start in one turn of the event loop: 1 ms with 2048 bits, 7 ms with 4096. */
const startsPerTurn = 4

const turnQueue = new MerchantQueue<() => void>()

/**
 * Lets timers and sockets run before the next private operation that has no asynchronous form, because each one blocks
 * the event loop. Merchants are served in turn.
 */
export async function yieldToEventLoop({ signal, merchant = '' }: KeyOptions): Promise<void> {
  await new Promise<void>((resolve) => {
    if (turnQueue.length === 0) setImmediate(startQueue)
    turnQueue.add(merchant, resolve)
  })
  throwIfAborted(signal)
}

function startQueue(): void {
  for (let started = 0; started < startsPerTurn; started += 1) turnQueue.next()?.()
  if (turnQueue.length > 0) setImmediate(startQueue)
}
