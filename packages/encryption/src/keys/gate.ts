import { EncryptionError } from '../errors.ts'
import { throwIfAborted } from './abort.ts'
import type { KeyOptions } from './interfaces.ts'

/** Calls back after some milliseconds, unless the returned function is called before. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

export interface GateOptions {
  /** Private operations at a time; 64 unless given. */
  readonly inFlight?: number | undefined
  /** Operations that may wait behind them; 256 unless given. */
  readonly waiting?: number | undefined
  /** Milliseconds from the call to its end, waiting included; 10,000 unless given. */
  readonly timeout?: number | undefined
  /** `setTimeout` unless given. */
  readonly setTimer?: SetTimer | undefined
}

/**
 * Bounds the private operations of a process: so many at a time, so many waiting behind them, and everyone else is
 * told `BUSY` at once. Who takes too long gets `TIMEOUT`, who gives up gets `ABORTED`.
 *
 * @example
 * ```ts
 * import { Gate } from '@custody-wallet/encryption/keys'
 *
 * const gate = new Gate({ inFlight: 16, waiting: 64, timeout: 2000 })
 * console.log(await gate.run(async () => 'signed'))
 * ```
 */
export class Gate {
  readonly #inFlight: number
  readonly #waiting: number
  readonly #timeout: number
  readonly #setTimer: SetTimer
  /** Starts of those that wait, in their order. */
  readonly #queue = new Set<() => void>()
  #running = 0

  constructor(options: GateOptions = {}) {
    this.#inFlight = whole('inFlight', options.inFlight ?? 64, 1)
    this.#waiting = whole('waiting', options.waiting ?? 256, 0)
    this.#timeout = whole('timeout', options.timeout ?? 10_000, 1)
    this.#setTimer = options.setTimer ?? setTimer
  }

  /** Runs an operation when its turn comes. The signal that it gets says when nobody waits for it any more. */
  async run<T>(operation: (options: KeyOptions) => Promise<T>, { signal }: KeyOptions = {}): Promise<T> {
    throwIfAborted(signal)
    if (this.#running >= this.#inFlight && this.#queue.size >= this.#waiting)
      throw new EncryptionError('BUSY')
    return await new Promise<T>((resolve, reject) => {
      const controller = new AbortController()
      const start = async (): Promise<void> => {
        try {
          resolve(await operation({ signal: controller.signal }))
        } catch (error) {
          reject(error)
        }
      }
      this.#attend(start, signal, (code) => {
        const error = new EncryptionError(code)
        reject(error)
        controller.abort(error)
      })
    })
  }

  // Whoever gives up while waiting leaves the queue. A running operation keeps its place until it ends or its time is
  // over: a stranger who hangs up again and again must not get more work done than one who stays. A key service that
  // never answers loses its place in the end, or a few such calls would close the gate for good.
  #attend(
    start: () => Promise<void>,
    signal: AbortSignal | undefined,
    giveUp: (code: GivenUp) => void,
  ): void {
    const begin = (): void => void start().finally(end)
    const abort = (): void => {
      giveUp('ABORTED')
      if (this.#queue.has(begin)) end()
    }
    const expire = (): void => {
      giveUp('TIMEOUT')
      end()
    }
    const cancel = this.#setTimer(expire, this.#timeout)
    const end = once(() => {
      cancel()
      signal?.removeEventListener('abort', abort)
      this.#leave(begin)
    })
    signal?.addEventListener('abort', abort, { once: true })
    this.#enter(begin)
  }

  #enter(begin: () => void): void {
    this.#queue.add(begin)
    this.#startNext()
  }

  #leave(begin: () => void): void {
    if (!this.#queue.delete(begin)) this.#running -= 1
    this.#startNext()
  }

  #startNext(): void {
    const [begin] = this.#queue
    if (!begin || this.#running >= this.#inFlight) return
    this.#queue.delete(begin)
    this.#running += 1
    begin()
  }
}

type GivenUp = 'ABORTED' | 'TIMEOUT'

const setTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

// The longest time that a timer of Node can wait; it takes a longer one for none.
const most = 2 ** 31 - 1

function whole(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}.`)
}
