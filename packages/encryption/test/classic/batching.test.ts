import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { mapInBatches, mapConcurrently } from '../../src/classic/batching.ts'
import { EncryptionError } from '../../src/errors.ts'
import { getPair } from '../support/pairs.ts'
import { context, free, createSigner, createSuite, createUnwrapper } from './keyring.ts'

const pair = getPair('first')
const waitTurns = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(waitTurns(turns - 1))))

/** Counts the turns of the event loop during the work. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return turns
}

describe('concurrent operations', () => {
  test('return their results in the order of the items', async () => {
    const delays = fc.array(fc.nat({ max: 5 }), { maxLength: 30 })
    const holds = fc.asyncProperty(delays, async (delays) => {
      const work = async (turns: number): Promise<number> => {
        await waitTurns(turns)
        return turns
      }
      expect(await mapConcurrently(delays, work, {})).toEqual(delays)
    })
    await fc.assert(holds, { numRuns: 50 })
  })

  test('run four at a time', async () => {
    const running = { now: 0, most: 0 }
    const work = async (): Promise<void> => {
      running.now += 1
      running.most = Math.max(running.most, running.now)
      await waitTurns(2)
      running.now -= 1
    }
    await mapConcurrently(Array.from({ length: 30 }), work, {})
    expect(running).toEqual({ now: 0, most: 4 })
  })

  test('stop starting after a failure, which is thrown when the running operations have ended', async () => {
    const events: string[] = []
    const work = async (at: number): Promise<void> => {
      events.push(`${at} starts`)
      if (at === 2) throw new TypeError('the third fails')
      await waitTurns(3)
      events.push(`${at} ends`)
    }
    await expect(mapConcurrently([0, 1, 2, 3, 4, 5, 6, 7], work, {})).rejects.toThrow('the third fails')
    expect(events).toEqual(['0 starts', '1 starts', '2 starts', '3 starts', '0 ends', '1 ends', '3 ends'])
  })

  test('stop between two items after an abort', async () => {
    const controller = new AbortController()
    let started = 0
    const work = async (): Promise<void> => {
      started += 1
      if (started === 6) controller.abort()
      await waitTurns(1)
    }
    const outcome = mapConcurrently(Array.from({ length: 30 }), work, controller)
    await expect(outcome).rejects.toEqual(new EncryptionError('ABORTED'))
    expect(started).toBeLessThan(10)
  })
})

test('the event loop runs between batches of synchronous operations', async () => {
  const work = () => mapConcurrently(Array.from({ length: 64 }), async () => 0, {})
  expect(await countTurns(work)).toBeGreaterThanOrEqual(3)
})

describe('operations in batches', () => {
  test('let the event loop run after 32 items', async () => {
    const work = () => mapInBatches(Array.from({ length: 128 }), () => 0, {})
    expect(await countTurns(work)).toBeGreaterThanOrEqual(3)
  })

  test('run 32 items in one batch, in order', async () => {
    const items = Array.from({ length: 32 }, (_, at) => at)
    let hasTurned = false
    setImmediate(() => {
      hasTurned = true
    })
    expect(await mapInBatches(items, (item) => item * 2, {})).toEqual(items.map((item) => item * 2))
    expect(hasTurned).toBe(false)
  })

  test('stop at the next turn of the event loop after an abort', async () => {
    const controller = new AbortController()
    let worked = 0
    const work = (): void => {
      worked += 1
      controller.abort()
    }
    const outcome = mapInBatches(Array.from({ length: 128 }), work, controller)
    await expect(outcome).rejects.toEqual(new EncryptionError('ABORTED'))
    expect(worked).toBe(32)
  })
})

describe('a message of many blocks', () => {
  const long = new Uint8Array(128 * 234)

  test('lets the event loop run while public keys work on it', async () => {
    const suite = createSuite(pair)
    expect(await countTurns(() => suite.envelope.seal(long, free))).toBeGreaterThanOrEqual(3)
    const text = await suite.query.seal(long, context, free)
    expect(await countTurns(() => suite.query.open(text, context, free))).toBeGreaterThanOrEqual(3)
  })

  test('stops after an abort with ABORTED', async () => {
    const suite = createSuite(pair)
    const aborted = { ...free, signal: AbortSignal.abort() }
    const query = await suite.query.seal(long, context, free)
    const envelope = await suite.envelope.seal(long, free)
    const outcomes = [
      suite.query.seal(long, context, aborted),
      suite.query.open(query, context, aborted),
      suite.envelope.seal(long, aborted),
      suite.envelope.open(envelope, aborted),
    ]
    for (const outcome of outcomes) await expect(outcome).rejects.toEqual(new EncryptionError('ABORTED'))
  })

  test('uses a slow key for several blocks at a time', async () => {
    const running = { now: 0, most: 0 }
    const delay = async <T>(result: Promise<T>): Promise<T> => {
      running.now += 1
      running.most = Math.max(running.most, running.now)
      await waitTurns(1)
      running.now -= 1
      return result
    }
    const [unwrapper, blockSigner] = [createUnwrapper(pair), createSigner(pair, 'RSA-TYPE1')]
    const suite = createSuite(
      pair,
      {},
      {
        unwrapper: { ...unwrapper, unwrap: (...input) => delay(unwrapper.unwrap(...input)) },
        blockSigner: { ...blockSigner, sign: (...input) => delay(blockSigner.sign(...input)) },
      },
    )
    await suite.query.seal(long, context, free)
    expect(running).toEqual({ now: 0, most: 4 })
    running.most = 0
    await suite.envelope.open(await suite.envelope.seal(long, free), free)
    expect(running).toEqual({ now: 0, most: 4 })
  })
})
