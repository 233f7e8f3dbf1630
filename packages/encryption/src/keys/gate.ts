import { EncryptionError, type GivenUp } from '../errors.ts'
import { fraction, setTimer, type SetTimer, wholeNumber } from '../options.ts'
import { throwIfAborted } from './abort.ts'
import type { KeyOptions } from './interfaces.ts'
import { Lines } from './lines.ts'

export interface GateOptions {
  /** Private operations at a time; 64 unless given. */
  readonly inFlight?: number | undefined
  /** Operations that may wait behind them; 256 unless given. */
  readonly waiting?: number | undefined
  /** Part of both that one merchant may take, over 0 and up to 1; 1 unless given. */
  readonly share?: number | undefined
  /** Milliseconds from the call to its end, waiting included; 10,000 unless given. */
  readonly timeout?: number | undefined
  /** `setTimeout` unless given. */
  readonly setTimer?: SetTimer | undefined
}

/**
 * Bounds work: so many operations at a time, so many waiting behind them, and everyone else gets `BUSY` at once. What
 * takes too long ends with `TIMEOUT`, what is given up with `ABORTED`. Merchants take turns, and none gets more than its
 * share. When the queue is full, the longest line gives up its last place to a merchant with a shorter one.
 *
 * @example
 * ```ts
 * import { Gate } from '@custody-wallet/encryption/keys'
 *
 * const gate = new Gate({ inFlight: 16, waiting: 64, share: 0.25, timeout: 2000 })
 * console.log(await gate.run(async () => 'signed', { merchant: 'demo-shop' }))
 * ```
 */
export class Gate {
  readonly #most: Bounds
  readonly #share: Bounds
  readonly #timeout: number
  readonly #setTimer: SetTimer
  readonly #lines = new Lines<Place>()
  /** Operations that run, by merchant. */
  readonly #running = new Map<string, number>()
  #total = 0

  constructor(options: GateOptions = {}) {
    const most = {
      inFlight: wholeNumber('inFlight', options.inFlight ?? 64, 1),
      waiting: wholeNumber('waiting', options.waiting ?? 256, 0),
    }
    const share = fraction('share', options.share ?? 1)
    this.#most = most
    this.#share = {
      inFlight: Math.max(1, Math.floor(most.inFlight * share)),
      waiting: Math.min(most.waiting, Math.max(1, Math.floor(most.waiting * share))),
    }
    this.#timeout = wholeNumber('timeout', options.timeout ?? 10_000, 1)
    this.#setTimer = options.setTimer ?? setTimer
  }

  /**
   * Runs an operation when the turn of its merchant comes. The signal that it gets fires when its caller stops waiting.
   */
  async run<T>(
    operation: (options: KeyOptions) => Promise<T>,
    { signal, merchant = '' }: KeyOptions = {},
  ): Promise<T> {
    throwIfAborted(signal)
    if (!this.#mayStart(merchant)) this.#makeRoom(merchant)
    return await new Promise<T>((resolve, reject) => {
      const controller = new AbortController()
      const start = async (): Promise<void> => {
        try {
          resolve(await operation({ signal: controller.signal, merchant }))
        } catch (error) {
          reject(error)
        }
      }
      const giveUp = (code: GivenUp): void => {
        const error = new EncryptionError(code)
        reject(error)
        controller.abort(error)
      }
      this.#attend(merchant, { start, giveUp, signal })
    })
  }

  // Whoever gives up while waiting leaves the queue. A running operation keeps its place until it ends or its time is
  // over: a stranger who hangs up again and again must not get more work done than one who stays. A key service that
  // never answers loses its place in the end, or a few such calls would close the gate for good.
  #attend(merchant: string, { start, giveUp, signal }: Attended): void {
    const place: Place = {
      merchant,
      begin: () => void start().finally(end),
      turnAway: () => {
        giveUp('BUSY')
        end()
      },
    }
    const abort = (): void => {
      giveUp('ABORTED')
      if (this.#lines.has(merchant, place)) end()
    }
    const expire = (): void => {
      giveUp('TIMEOUT')
      end()
    }
    const cancel = this.#setTimer(expire, this.#timeout)
    const end = once(() => {
      cancel()
      signal?.removeEventListener('abort', abort)
      this.#leave(merchant, place)
    })
    signal?.addEventListener('abort', abort, { once: true })
    this.#enter(merchant, place)
  }

  #enter(merchant: string, place: Place): void {
    this.#lines.add(merchant, place)
    this.#startNext()
  }

  #leave(merchant: string, place: Place): void {
    if (!this.#lines.delete(merchant, place)) this.#count(merchant, -1)
    this.#startNext()
  }

  #startNext(): void {
    const next = this.#lines.next((merchant) => this.#mayStart(merchant))
    if (!next) return
    this.#count(next.merchant, 1)
    next.begin()
  }

  #mayStart(merchant: string): boolean {
    return this.#total < this.#most.inFlight && this.#runningOf(merchant) < this.#share.inFlight
  }

  // Several merchants may be flooded together. A merchant with a shorter line still finds room.
  #makeRoom(merchant: string): void {
    const length = this.#lines.lengthOf(merchant)
    if (length >= this.#share.waiting) throw new EncryptionError('BUSY')
    if (this.#lines.length < this.#most.waiting) return
    const last = this.#lines.lastBeyond(length + 1)
    if (!last) throw new EncryptionError('BUSY')
    last.turnAway()
  }

  #runningOf(merchant: string): number {
    return this.#running.get(merchant) ?? 0
  }

  #count(merchant: string, step: 1 | -1): void {
    const running = this.#runningOf(merchant) + step
    if (running === 0) this.#running.delete(merchant)
    else this.#running.set(merchant, running)
    this.#total += step
  }
}

interface Bounds {
  readonly inFlight: number
  readonly waiting: number
}

/** One operation's place, in its line or among those that run. */
interface Place {
  readonly merchant: string
  readonly begin: () => void
  readonly turnAway: () => void
}

interface Attended {
  readonly start: () => Promise<void>
  readonly giveUp: (code: GivenUp) => void
  readonly signal: AbortSignal | undefined
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
