// How the operations of many blocks are spread over time.

import { throwIfAborted } from '../errors.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { yieldToEventLoop } from '../keys/queue.ts'

/**
 * Blocks of one message that a private key works on at the same time: as many as the thread pool has threads. Where an
 * algorithm has no asynchronous form, it is also what one turn of the event loop holds: 7 ms with 4096 bits.
 */
const atOnce = 4

/** Operations with a public key between two turns of the event loop: one millisecond with 2048 bits. */
const inOneTurn = 32

/**
 * Runs an asynchronous operation on every item, a bounded number at a time, and keeps the order. The event loop runs in
 * between even where the operation does its work in the caller's turn. After a failure no new operation starts, and the
 * failure is thrown when the operations under way have ended.
 */
export async function sideBySide<From, To>(
  items: readonly From[],
  operation: (item: From) => Promise<To>,
  options: KeyOptions,
): Promise<readonly To[]> {
  const results: To[] = []
  const waiting = [...items.entries()].toReversed()
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      throwIfAborted(options.signal)
      if (next[0] > 0 && next[0] % atOnce === 0) await yieldToEventLoop(options)
      results[next[0]] = await operation(next[1])
    }
  }
  const stopping = (failure: unknown): never => {
    waiting.length = 0
    throw failure
  }
  const lanes = Array.from({ length: Math.min(atOnce, items.length) }, () => lane().catch(stopping))
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return results
}

/** Runs a synchronous operation on every item in turn, and lets the event loop run in between. */
export async function inTurn<From, To>(
  items: readonly From[],
  operation: (item: From) => To,
  options: KeyOptions,
): Promise<readonly To[]> {
  throwIfAborted(options.signal)
  const results: To[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % inOneTurn === 0) await yieldToEventLoop(options)
    results.push(operation(item))
  }
  return results
}
