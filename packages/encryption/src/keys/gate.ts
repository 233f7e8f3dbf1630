// Limits private-key operations, and puts key services behind such limits.
import { types } from 'node:util'

import { EncryptionError, type GateErrorCode, isGateError, Rejection, throwIfAborted } from '../errors.ts'
import { checkFraction, setTimer, type SetTimer, checkInteger } from '../options.ts'
import type { KeyOptions, Signer, Unwrapper } from './interfaces.ts'
import { MerchantQueue } from './queue.ts'
import { isKid } from './requirements.ts'
import type { GatedOptions } from './tracing.ts'

export interface GateOptions {
  /** Operations that run at a time. Default: 64. */
  readonly concurrency?: number | undefined
  /** Operations that may wait. Default: 256. */
  readonly queue?: number | undefined
  /** Part of both that one merchant may use: greater than 0, at most 1. Default: 1. */
  readonly share?: number | undefined
  /** Milliseconds that an operation may take, including the wait. Default: 10,000. */
  readonly timeout?: number | undefined
  /** Starts a timer. Default: `setTimeout`. */
  readonly setTimer?: SetTimer | undefined
}

/**
 * Limits how many operations run and how many wait. One operation too many fails with `OVERLOADED`, a slow one with `TIMEOUT`,
 * and an aborted one with `ABORTED`. Merchants take turns, each within its share. When the queue is full, the merchant
 * with the most waiting operations loses its last one to a merchant with fewer.
 *
 * @example
 * ```ts
 * import { Gate } from '@custody-wallet/encryption/keys'
 *
 * const gate = new Gate({ concurrency: 16, queue: 64, share: 0.25, timeout: 2000 })
 * console.log(await gate.run(async () => 'signed', { merchant: 'demo-shop' }))
 * ```
 */
export class Gate {
  readonly #total: GateLimits
  readonly #perMerchant: GateLimits
  readonly #timeout: number
  readonly #setTimer: SetTimer
  readonly #queue = new MerchantQueue<GateOperation>()
  /** Number of running operations, by merchant. */
  readonly #running = new Map<string, number>()
  #runningTotal = 0

  constructor(options: GateOptions = {}) {
    const total = {
      concurrency: checkInteger('concurrency', options.concurrency ?? 64, 1),
      queue: checkInteger('queue', options.queue ?? 256, 0),
    }
    const share = checkFraction('share', options.share ?? 1)
    this.#total = total
    this.#perMerchant = {
      concurrency: Math.max(1, Math.floor(total.concurrency * share)),
      queue: Math.min(total.queue, Math.max(1, Math.floor(total.queue * share))),
    }
    this.#timeout = checkInteger('timeout', options.timeout ?? 10_000, 1)
    this.#setTimer = options.setTimer ?? setTimer
  }

  /** Runs an operation when it is the merchant's turn. Its signal fires when the caller aborts or the time is up. */
  async run<T>(operation: (options: KeyOptions) => Promise<T>, { signal, merchant = '' }: KeyOptions = {}): Promise<T> {
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
      const giveUp = (code: GateErrorCode): void => {
        const error = new EncryptionError(code)
        reject(error)
        controller.abort(error)
      }
      this.#enqueue({ merchant, start, giveUp, signal })
    })
  }

  // An aborted call leaves the queue, but a running operation keeps its slot until it ends or times out: otherwise a caller
  // that aborts again and again would get more work done than others. The timeout frees the slot of a key service that
  // never responds, so that a few such calls cannot block the gate permanently.
  #enqueue({ merchant, start, giveUp, signal }: GatedCall): void {
    const operation: GateOperation = {
      merchant,
      begin: () => void start().finally(end),
      rejectCall: () => {
        giveUp('OVERLOADED')
        end()
      },
    }
    const abort = (): void => {
      giveUp('ABORTED')
      if (this.#queue.has(merchant, operation)) end()
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
      if (!this.#queue.delete(merchant, operation)) this.#count(merchant, -1)
      this.#startNext()
    }
    signal?.addEventListener('abort', abort, { once: true })
    // This operation overtakes no other: those that wait have reached the limit of the gate or of their merchant.
    if (this.#mayStart(merchant)) this.#start(operation)
    else this.#queue.add(merchant, operation)
  }

  #startNext(): void {
    const next = this.#queue.next((merchant) => this.#mayStart(merchant))
    if (next) this.#start(next)
  }

  #start({ merchant, begin }: GateOperation): void {
    this.#count(merchant, 1)
    begin()
  }

  #mayStart(merchant: string): boolean {
    const running = this.#running.get(merchant) ?? 0
    return this.#runningTotal < this.#total.concurrency && running < this.#perMerchant.concurrency
  }

  // A merchant with fewer waiting operations gets in even while several others flood the gate.
  #makeRoom(merchant: string): void {
    const length = this.#queue.getLength(merchant)
    if (length >= this.#perMerchant.queue) throw new EncryptionError('OVERLOADED')
    if (this.#queue.length < this.#total.queue) return
    const last = this.#queue.getLastOfLongest(length + 1)
    if (!last) throw new EncryptionError('OVERLOADED')
    last.rejectCall()
  }

  #count(merchant: string, step: 1 | -1): void {
    const running = (this.#running.get(merchant) ?? 0) + step
    if (running === 0) this.#running.delete(merchant)
    else this.#running.set(merchant, running)
    this.#runningTotal += step
  }
}

interface GateLimits {
  readonly concurrency: number
  readonly queue: number
}

/** One operation, waiting or running. */
interface GateOperation {
  readonly merchant: string
  readonly begin: () => void
  readonly rejectCall: () => void
}

interface GatedCall {
  readonly merchant: string
  readonly start: () => Promise<void>
  readonly giveUp: (code: GateErrorCode) => void
  readonly signal: AbortSignal | undefined
}

/**
 * The default gate of all profiles of a process, because they share the processor. One merchant gets half of it, so that a
 * key service that hangs blocks only its own merchant.
 */
export const processGate: Gate = new Gate({ queue: 512, share: 0.5 })

/**
 * Puts an unwrapper behind a gate. A failure of the key rejects the block. The rejection keeps the error of a key service
 * as its cause, for this side only: the error may mean an invalid block or a failure of the service.
 */
export function createGatedUnwrapper(unwrapper: Unwrapper, gate: Gate): Unwrapper {
  checkKeyService('unwrapper', unwrapper, 'unwrap')
  const { kid, alg, modulusBytes, isInProcess = false } = unwrapper
  const createRejection = (cause: unknown): Rejection =>
    isInProcess ? new Rejection('unwrap') : new Rejection('key-service', { cause })
  return {
    kid,
    alg,
    modulusBytes,
    isInProcess,
    unwrap: async (block, options: GatedOptions) => {
      if (block.length !== modulusBytes) throw new Rejection('unwrap')
      const plaintext: unknown = await gate
        .run((inner) => start(options, () => unwrapper.unwrap(block, inner)), options)
        .catch(rethrow(createRejection))
      // Because of the padding, the content of a block is shorter than the modulus.
      if (types.isUint8Array(plaintext) && plaintext.length < modulusBytes) return plaintext
      throw createRejection(
        new TypeError(`unwrapper.unwrap must return a Uint8Array with fewer than ${modulusBytes} bytes.`),
      )
    },
  }
}

/** Puts a signer behind a gate. A failure of the key becomes `KEY_FAILED`, with the failure as its cause. */
export function createGatedSigner(signer: Signer, gate: Gate): Signer {
  checkKeyService('signer', signer, 'sign')
  const { kid, alg, modulusBytes } = signer
  return {
    kid,
    alg,
    modulusBytes,
    sign: async (input, options: GatedOptions) => {
      const signature: unknown = await gate
        .run((inner) => start(options, () => signer.sign(input, inner)), options)
        .catch(rethrow(createSignerError))
      if (types.isUint8Array(signature) && signature.length === modulusBytes) return signature
      throw createSignerError(new TypeError(`signer.sign must return a Uint8Array with ${modulusBytes} bytes.`))
    },
  }
}

function start<T>({ onStart }: GatedOptions, operate: () => Promise<T>): Promise<T> {
  onStart?.()
  return operate()
}

const createSignerError = (cause: unknown): EncryptionError => new EncryptionError('KEY_FAILED', {}, { cause })

const rethrow =
  (failure: (cause: unknown) => Error) =>
  (error: unknown): never => {
    throw isGateError(error) ? error : failure(error)
  }

// The application implements a key service, perhaps without types, so its fields are checked at run time.
function checkKeyService<Key extends Signer | Unwrapper>(name: string, key: Key, method: keyof Key & string): void {
  const { kid, modulusBytes } = key
  if (!isKid(kid)) throw new TypeError(`${name}.kid must be 1 to 256 printable ASCII characters.`)
  if (!Number.isInteger(modulusBytes) || modulusBytes < 128 || modulusBytes > 1024)
    throw new TypeError(`${name}.modulusBytes must be an integer from 128 to 1024.`)
  if (typeof key[method] !== 'function') throw new TypeError(`${name}.${method} must be a function.`)
}
