import { readWithin } from '../bytes/bodies.ts'
import { setTimer as nodeTimer, type SetTimer, wholeNumber } from '../options.ts'
import { Refusal, timedOut } from './refusals.ts'

export interface BodyOptions {
  /** Bodies that may be on their way at a time; 256 unless given. */
  readonly atOnce?: number | undefined
  /** Milliseconds that one body may take; 10,000 unless given. */
  readonly timeout?: number | undefined
  /** `setTimeout` unless given. */
  readonly setTimer?: SetTimer | undefined
}

/** Reads the body of a request, no further than `most` bytes and one piece. */
export type BodyReader = (request: Request, most: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Reads bodies, so many at a time and each for so long. One that comes while there are too many ends the one that has
 * been on its way for the longest time, so bodies that trickle in do not block others.
 */
export function bodyReader(options: BodyOptions = {}): BodyReader {
  const atOnce = wholeNumber('bodies.atOnce', options.atOnce ?? 256, 1)
  const timeout = wholeNumber('bodies.timeout', options.timeout ?? 10_000, 1)
  const { setTimer = nodeTimer } = options
  const pending = new Set<() => void>()
  return async ({ body, signal }, most) => {
    const controller = new AbortController()
    const late = (): void => {
      pending.delete(late)
      controller.abort(timedOut())
    }
    const [oldest] = pending
    if (pending.size >= atOnce) oldest?.()
    pending.add(late)
    const cancel = setTimer(late, timeout)
    const abort = (): void => controller.abort()
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    try {
      return await readWithin(body, most, controller.signal)
    } catch (error) {
      const { reason }: { reason: unknown } = controller.signal
      throw reason instanceof Refusal ? reason : error
    } finally {
      cancel()
      pending.delete(late)
      signal.removeEventListener('abort', abort)
    }
  }
}
