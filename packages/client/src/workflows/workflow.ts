import { checkCount } from '../calls/checks.ts'
import { startPlatformTimer, type SetTimer } from '../calls/deadline.ts'
import { WorkflowError } from './errors.ts'

/** Options of a call that a workflow makes. */
export interface SourceOptions {
  readonly signal?: AbortSignal
}

/** Options of every long workflow. */
export interface WorkflowOptions<Progress> {
  readonly signal?: AbortSignal | undefined
  /** Called with the progress of the workflow. Its errors are ignored. */
  readonly onProgress?: ((progress: Progress) => unknown) | undefined
}

export const createSourceOptions = (signal: AbortSignal | undefined): SourceOptions => (signal ? { signal } : {})

// A longer timer fires immediately.
const longestInterval = 2 ** 31 - 1

export function checkInterval(name: string, milliseconds: number): number {
  if (checkCount(name, milliseconds, 0) <= longestInterval) return milliseconds
  throw new TypeError(`${name} must be at most ${longestInterval} milliseconds.`)
}

/** Checks a list of strings. Rejects a single string, which would iterate over its characters. */
export function checkStrings(name: string, value: Iterable<string>): readonly string[] {
  const texts = typeof value === 'string' || !isIterable(value) ? undefined : [...value]
  if (texts?.every((text) => typeof text === 'string')) return texts
  throw new TypeError(`${name} must be a list of strings. Pass the list itself, not an object that contains it.`)
}

const isIterable = (value: unknown): boolean => typeof value === 'object' && value !== null && Symbol.iterator in value

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new WorkflowError('ABORTED', {})
}

const runs = new WeakMap<object, Set<string>>()

/** Runs work for a key of a store. Returns `undefined` if such work is already running in this process. */
export function runExclusively<T>(store: object, key: string, work: () => Promise<T>): Promise<T> | undefined {
  const keys = runs.get(store) ?? new Set<string>()
  if (keys.has(key)) return undefined
  runs.set(store, keys.add(key))
  const run = async (): Promise<T> => {
    try {
      return await work()
    } finally {
      keys.delete(key)
    }
  }
  return run()
}

/** Waits. Rejects when the signal fires. */
export function pause(
  milliseconds: number,
  {
    signal,
    setTimer = startPlatformTimer,
  }: { readonly signal?: AbortSignal | undefined; readonly setTimer?: SetTimer | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new WorkflowError('ABORTED', {}))
      return
    }
    const cancel = setTimer(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    function abort(): void {
      cancel()
      reject(new WorkflowError('ABORTED', {}))
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/**
 * Works on at most `concurrency` entries at a time. After a failure, or when `canContinue` returns false, it starts no
 * further entry. It ends when all started entries have ended.
 */
export async function runInParallel<T>(
  entries: readonly T[],
  { concurrency, canContinue }: { readonly concurrency: number; readonly canContinue: () => boolean },
  work: (entry: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = entries.entries()
  const failures: unknown[] = []
  async function runWorker(): Promise<void> {
    for (const [index, entry] of queue) {
      if (failures.length > 0 || !canContinue()) return
      await work(entry, index).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, runWorker))
  if (failures.length > 0) throw failures[0]
}
