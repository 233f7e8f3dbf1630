// Queues in which merchants take turns, so that one merchant with much work does not delay the others.
import { throwIfAborted } from '../errors.ts'
import type { KeyOptions } from './interfaces.ts'

/** Waiting entries by merchant. Merchants take turns; the entries of one merchant keep their order. */
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

  /** Removes an entry. Returns `false` if it is no longer waiting. */
  delete(merchant: string, entry: Entry): boolean {
    const entries = this.#entries.get(merchant)
    if (!entries?.delete(entry)) return false
    if (entries.size === 0) this.#entries.delete(merchant)
    return true
  }

  /** Removes and returns the next entry of the first merchant that may start, and moves that merchant to the end. */
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

  getLength(merchant: string): number {
    return this.#entries.get(merchant)?.size ?? 0
  }

  get length(): number {
    return this.#lengths().reduce((total, length) => total + length, 0)
  }

  /** Returns the last entry of the merchant with the most entries, if it has more than a given number. */
  getLastOfLongest(moreThan: number): Entry | undefined {
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
 * Lets timers and sockets run before the next private-key operation without an asynchronous form, because each one blocks
 * the event loop. Merchants take turns.
 */
export async function yieldToEventLoop({ signal, merchant = '' }: KeyOptions): Promise<void> {
  await new Promise<void>((resolve) => {
    if (turnQueue.length === 0) setImmediate(startQueue)
    turnQueue.add(merchant, resolve)
  })
  throwIfAborted(signal)
}

function startQueue(): void {
  for (let startCount = 0; startCount < startsPerTurn; startCount += 1) turnQueue.next()?.()
  if (turnQueue.length > 0) setImmediate(startQueue)
}
