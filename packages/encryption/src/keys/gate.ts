// Bounds on private-key operations, and key services behind such bounds.
import { types } from 'node:util'

import { EncryptionError, type GivenUp, isGivenUp, Rejection, throwIfAborted } from '../errors.ts'
import { fraction, setTimer, type SetTimer, wholeNumber } from '../options.ts'
import type { KeyOptions, Signer, Unwrapper } from './interfaces.ts'
import { MerchantQueue } from './queue.ts'
import { isKid } from './requirements.ts'

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
 * Limits how many operations run and how many wait. A further call fails with `BUSY` at once, a slow one with
 * `TIMEOUT`, and an aborted one with `ABORTED`. Merchants are served in turn, and none gets more than its share. When
 * the queue is full, the merchant with the most waiting operations loses its last one to a merchant with fewer.
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
  readonly #total: Limits
  readonly #perMerchant: Limits
  readonly #timeout: number
  readonly #setTimer: SetTimer
  readonly #waiting = new MerchantQueue<Operation>()
  /** Number of running operations, by merchant. */
  readonly #running = new Map<string, number>()
  #runningTotal = 0

  constructor(options: GateOptions = {}) {
    const total = {
      inFlight: wholeNumber('inFlight', options.inFlight ?? 64, 1),
      waiting: wholeNumber('waiting', options.waiting ?? 256, 0),
    }
    const share = fraction('share', options.share ?? 1)
    this.#total = total
    this.#perMerchant = {
      inFlight: Math.max(1, Math.floor(total.inFlight * share)),
      waiting: Math.min(total.waiting, Math.max(1, Math.floor(total.waiting * share))),
    }
    this.#timeout = wholeNumber('timeout', options.timeout ?? 10_000, 1)
    this.#setTimer = options.setTimer ?? setTimer
  }

  /** Runs an operation when its merchant's turn comes. The operation gets a signal that fires when its caller gives up. */
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
      this.#enqueue({ merchant, start, giveUp, signal })
    })
  }

  // An aborted call leaves the queue. A running operation keeps its slot until it ends or times out: a caller that
  // aborts again and again must not get more work done than others. The timeout frees the slot of a key service that
  // never answers; otherwise a few such calls would block the gate permanently.
  #enqueue({ merchant, start, giveUp, signal }: GatedCall): void {
    const operation: Operation = {
      merchant,
      begin: () => void start().finally(end),
      turnAway: () => {
        giveUp('BUSY')
        end()
      },
    }
    const abort = (): void => {
      giveUp('ABORTED')
      if (this.#waiting.has(merchant, operation)) end()
    }
    const expire = (): void => {
      giveUp('TIMEOUT')
      end()
    }
    const cancel = this.#setTimer(expire, this.#timeout)
    let hasEnded = false
    const end = (): void => {
      if (hasEnded) return
      hasEnded = true
      cancel()
      signal?.removeEventListener('abort', abort)
      if (!this.#waiting.delete(merchant, operation)) this.#count(merchant, -1)
      this.#startNext()
    }
    signal?.addEventListener('abort', abort, { once: true })
    // An operation that may start overtakes none: the waiting ones have reached a limit of the gate or of their merchant.
    if (this.#mayStart(merchant)) this.#start(operation)
    else this.#waiting.add(merchant, operation)
  }

  #startNext(): void {
    const next = this.#waiting.next((merchant) => this.#mayStart(merchant))
    if (next) this.#start(next)
  }

  #start({ merchant, begin }: Operation): void {
    this.#count(merchant, 1)
    begin()
  }

  #mayStart(merchant: string): boolean {
    const running = this.#running.get(merchant) ?? 0
    return this.#runningTotal < this.#total.inFlight && running < this.#perMerchant.inFlight
  }

  // Several merchants may flood the gate together. A merchant with fewer waiting operations still gets in.
  #makeRoom(merchant: string): void {
    const length = this.#waiting.lengthOf(merchant)
    if (length >= this.#perMerchant.waiting) throw new EncryptionError('BUSY')
    if (this.#waiting.length < this.#total.waiting) return
    const last = this.#waiting.lastOfLongest(length + 1)
    if (!last) throw new EncryptionError('BUSY')
    last.turnAway()
  }

  #count(merchant: string, step: 1 | -1): void {
    const running = (this.#running.get(merchant) ?? 0) + step
    if (running === 0) this.#running.delete(merchant)
    else this.#running.set(merchant, running)
    this.#runningTotal += step
  }
}

interface Limits {
  readonly inFlight: number
  readonly waiting: number
}

/** One operation, waiting or running. */
interface Operation {
  readonly merchant: string
  readonly begin: () => void
  readonly turnAway: () => void
}

interface GatedCall {
  readonly merchant: string
  readonly start: () => Promise<void>
  readonly giveUp: (code: GivenUp) => void
  readonly signal: AbortSignal | undefined
}

/**
 * The gate that the profiles of a process share by default, because they share the processor. One merchant gets half
 * of it, so that a key service that hangs blocks only its own merchant.
 */
export const processGate: Gate = new Gate({ waiting: 512, share: 0.5 })

/**
 * Puts an unwrapper behind a gate. A failure of the key becomes a rejection of the block. A key service reports a bad
 * block with an error of its own, so the rejection keeps that error as its cause, for this side only.
 */
export function gatedUnwrapper(unwrapper: Unwrapper, gate: Gate): Unwrapper {
  checkKeyService('unwrapper', unwrapper, 'unwrap')
  const { kid, alg, modulusBytes, inProcess = false } = unwrapper
  const failed = (cause: unknown): Rejection =>
    inProcess ? new Rejection('unwrap') : new Rejection('key-service', { cause })
  return {
    kid,
    alg,
    modulusBytes,
    inProcess,
    unwrap: async (block, options) => {
      if (block.length !== modulusBytes) throw new Rejection('unwrap')
      const opened: unknown = await gate
        .run((inner) => unwrapper.unwrap(block, inner), options)
        .catch(rethrow(failed))
      // Padding makes the content of a block shorter than the modulus. Something longer is not the content of this block.
      if (types.isUint8Array(opened) && opened.length < modulusBytes) return opened
      throw failed(
        new TypeError(`unwrapper.unwrap must return a Uint8Array with fewer than ${modulusBytes} bytes.`),
      )
    },
  }
}

/** Puts a signer behind a gate. A failure of the key becomes `KEY_FAILED`, with the failure as its cause. */
export function gatedSigner(signer: Signer, gate: Gate): Signer {
  checkKeyService('signer', signer, 'sign')
  const { kid, alg, modulusBytes } = signer
  return {
    kid,
    alg,
    modulusBytes,
    sign: async (input, options) => {
      const signature: unknown = await gate
        .run((inner) => signer.sign(input, inner), options)
        .catch(rethrow(signerFailed))
      if (types.isUint8Array(signature) && signature.length === modulusBytes) return signature
      throw signerFailed(new TypeError(`signer.sign must return a Uint8Array with ${modulusBytes} bytes.`))
    },
  }
}

const signerFailed = (cause: unknown): EncryptionError => new EncryptionError('KEY_FAILED', {}, { cause })

const rethrow =
  (failure: (cause: unknown) => Error) =>
  (error: unknown): never => {
    throw isGivenUp(error) ? error : failure(error)
  }

// The application implements a key service, perhaps without types, so its members are checked once, at configuration.
function checkKeyService<Key extends Signer | Unwrapper>(
  name: string,
  key: Key,
  method: keyof Key & string,
): void {
  const { kid, modulusBytes } = key
  if (!isKid(kid)) throw new TypeError(`${name}.kid must be 1 to 256 printable ASCII characters.`)
  if (!Number.isInteger(modulusBytes) || modulusBytes < 128 || modulusBytes > 1024)
    throw new TypeError(`${name}.modulusBytes must be a whole number from 128 to 1024.`)
  if (typeof key[method] !== 'function') throw new TypeError(`${name}.${method} must be a function.`)
}
