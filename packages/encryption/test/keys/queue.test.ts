import { expect, test } from 'vitest'

import { EncryptionError } from '../../src/errors.ts'
import { yieldToEventLoop } from '../../src/keys/queue.ts'

const waitForTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Callers that have started after each turn of the event loop. */
async function countStartsByTurn(callers: number, turns: number): Promise<readonly (readonly number[])[]> {
  const started: number[] = []
  const all = Array.from({ length: callers }, async (_, caller) => {
    await yieldToEventLoop({})
    started.push(caller)
  })
  const seen: (readonly number[])[] = []
  while (seen.length < turns) {
    await waitForTick()
    seen.push([...started])
  }
  await Promise.all(all)
  return seen
}

test('one turn of the event loop starts four waiting operations, in order', async () => {
  expect(await countStartsByTurn(6, 2)).toEqual([
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4, 5],
  ])
})

test('all waiting operations start', async () => {
  const seen = await countStartsByTurn(41, 11)
  expect(seen.at(-2)).toHaveLength(40)
  expect(seen.at(-1)).toHaveLength(41)
})

test('an aborted operation does not start', async () => {
  const controller = new AbortController()
  const given = yieldToEventLoop({ signal: controller.signal })
  controller.abort()
  await expect(given).rejects.toEqual(new EncryptionError('ABORTED'))
  await expect(yieldToEventLoop({})).resolves.toBeUndefined()
})

test('merchants take turns, even if one has many operations', async () => {
  const order: string[] = []
  const turn = async (merchant: string): Promise<void> => {
    await yieldToEventLoop({ merchant })
    order.push(merchant)
  }
  const many = Array.from({ length: 20 }, () => turn('many'))
  await Promise.all([...many, turn('few'), turn('few')])
  expect(order.slice(0, 4)).toEqual(['many', 'few', 'many', 'few'])
})
