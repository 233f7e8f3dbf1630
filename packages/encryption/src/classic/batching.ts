// Shares the event loop and the thread pool among operations on many blocks.
import { throwIfAborted } from '../errors.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { yieldToEventLoop } from '../keys/queue.ts'

/**
 * Private-key operations of one message at a time: one per thread of the thread pool. Algorithms without an asynchronous
 * form run this many operations per turn of the event loop: 7 ms with 4096 bits.
 */
const concurrency = 4

/** Public-key operations per turn of the event loop: one millisecond with 2048 bits. */
const batchSize = 32

/**
 * Runs an asynchronous operation on every item, with limited concurrency, in order. The event loop runs between batches
 * even if the operation is synchronous inside. After a failure, no operation starts, and the failure is thrown once the
 * running operations have ended.
 */
export async function mapConcurrently<From, To>(
  items: readonly From[],
  operation: (item: From) => Promise<To>,
  options: KeyOptions,
): Promise<readonly To[]> {
  const results: To[] = []
  const queue = [...items.entries()].toReversed()
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [at, item] = next
      throwIfAborted(options.signal)
      if (at > 0 && at % concurrency === 0) await yieldToEventLoop(options)
      results[at] = await operation(item)
    }
  }
  const stop = (failure: unknown): never => {
    queue.length = 0
    throw failure
  }
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, () => work().catch(stop))
  const rejection = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (rejection?.status === 'rejected') throw rejection.reason
  return results
}

/** Runs a synchronous operation on every item in order. The event loop runs between batches. */
export async function mapInBatches<From, To>(
  items: readonly From[],
  operation: (item: From) => To,
  options: KeyOptions,
): Promise<readonly To[]> {
  throwIfAborted(options.signal)
  const results: To[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % batchSize === 0) await yieldToEventLoop(options)
    results.push(operation(item))
  }
  return results
}
