// What every long move shares: a signal that ends it, a listener that watches it, a timer that can be replaced.
import { WorkflowError } from './errors.ts'

/** Calls back after some milliseconds, unless the returned function is called before. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

/** What a call of the service takes beside its parameters. */
export interface SourceOptions {
  readonly signal?: AbortSignal
}

/** What every long move takes. */
export interface MoveOptions<Progress> {
  readonly signal?: AbortSignal | undefined
  /** Told how far the move has come. What it throws changes nothing. */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new WorkflowError('ABORTED')
}

/** Options of one call of a move. */
export const sourceOptions = (signal: AbortSignal | undefined): SourceOptions => (signal ? { signal } : {})

/** Tells a listener, whose failures, at once or later, are its own. */
export async function tell<T>(listener: ((event: T) => unknown) | undefined, event: T): Promise<void> {
  try {
    await listener?.(event)
  } catch {
    // It only watches; there is nobody else to tell.
  }
}

const setTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Waits, unless the signal ends the wait. */
export function pause(
  milliseconds: number,
  {
    signal,
    setTimer: timer = setTimer,
  }: { readonly signal?: AbortSignal | undefined; readonly setTimer?: SetTimer | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new WorkflowError('ABORTED'))
      return
    }
    const cancel = timer(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    function abort(): void {
      cancel()
      reject(new WorkflowError('ABORTED'))
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/**
 * Works through a list, so many entries at a time; takes no further one when `goOn` says so or one has failed. It ends
 * when nothing is under way any more.
 */
export async function inParallel<T>(
  entries: readonly T[],
  { concurrency, goOn }: { readonly concurrency: number; readonly goOn: () => boolean },
  work: (entry: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = entries.entries()
  const failures: unknown[] = []
  async function worker(): Promise<void> {
    for (const [index, entry] of queue) {
      if (failures.length > 0 || !goOn()) return
      await work(entry, index).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, worker))
  if (failures.length > 0) throw failures[0]
}

// What a timer takes: one that is set to more rings at once.
const longestPause = 2 ** 31 - 1

/** Checks an option that says how long to rest. */
export function resting(name: string, milliseconds: number): number {
  if (counted(name, milliseconds, 0) <= longestPause) return milliseconds
  throw new TypeError(`${name} must be ${longestPause} milliseconds at most.`)
}

/** Checks an option that counts something. */
export function counted(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new TypeError(`${name} must be a whole number of ${least} or more.`)
}

/** Checks a list of texts. A text alone is one too, of its letters, and never what is meant. */
export function textsIn(name: string, given: Iterable<string>): readonly string[] {
  const texts = typeof given === 'string' || !isIterable(given) ? undefined : [...given]
  if (texts?.every((text) => typeof text === 'string')) return texts
  throw new TypeError(`${name} must be a list of texts: pass the list itself, with no object around it.`)
}

const isIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.iterator in value
