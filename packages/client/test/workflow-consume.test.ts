import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { consume, type ConsumeOptions, memoryDedupe } from '../src/workflows/index.ts'
import { last, page, setUp } from './workflow-pending.ts'

describe('consuming withdrawals', () => {
  test('hands over each one once, however often it is pulled, the oldest first', async () => {
    const { pull, options, paid } = setUp([page(2, 1), page(3, 2, 1), page(3, 3), last])
    expect(await consume(pull, options)).toEqual({ pulls: 4, committed: 3 })
    expect(paid).toEqual([1, 2, 3])
  })

  test('knows across runs what was committed', async () => {
    const first = setUp([page(1), last])
    await consume(first.pull, first.options)
    const second = setUp([page(1, 2), last])
    await consume(second.pull, { ...second.options, store: first.options.store })
    expect(second.paid).toEqual([2])
  })

  test('offers again what was not committed, and goes on with the others', async () => {
    const { pull, options, events, paid } = setUp([page(1, 2), page(1, 2), page(1, 2), last])
    let tries = 0
    await consume(pull, {
      ...options,
      handOff: async (withdrawal, commit, more) => {
        tries += 1
        if (withdrawal.trans_id === 1 && tries < 4) throw new Error('of the payment')
        await options.handOff(withdrawal, commit, more)
      },
    })
    expect(paid).toEqual([2, 1])
    expect(events.filter(({ kind }) => kind === 'not-committed')).toHaveLength(2)
  })

  test('offers again what ended without a word, and not what failed behind its commit', async () => {
    const { pull, options, kinds } = setUp([page(1, 2), page(1, 2), last])
    const seen: number[] = []
    await consume(pull, {
      ...options,
      handOff: async ({ trans_id }, commit) => {
        seen.push(trans_id)
        if (trans_id === 1) return
        await commit()
        throw new Error('of the log')
      },
    })
    expect(seen).toEqual([1, 2, 1])
    expect(kinds().filter((kind) => kind === 'committed')).toHaveLength(1)
  })

  test('offers it once a pull, even if it stands there twice', async () => {
    const { pull, options } = setUp([page(1, 1), page(1, 1), last])
    const offered: number[] = []
    await consume(pull, { ...options, handOff: ({ trans_id }) => offered.push(trans_id) })
    expect(offered).toEqual([1, 1])
  })

  test('never hands one over twice at the same time, in two loops with one store', async () => {
    const store = memoryDedupe()
    const running = new Set<number>()
    const clashes: number[] = []
    const handOff: ConsumeOptions['handOff'] = async ({ trans_id }, commit) => {
      if (running.has(trans_id)) clashes.push(trans_id)
      running.add(trans_id)
      await new Promise((resolve) => void setImmediate(resolve))
      running.delete(trans_id)
      await commit()
    }
    const loops = Array.from({ length: 3 }, () => setUp([page(1, 2, 3), page(2, 3, 4), last]))
    const done = await Promise.all(
      loops.map(({ pull, options }) => consume(pull, { ...options, store, handOff, concurrency: 2 })),
    )
    expect(clashes).toEqual([])
    expect(done.reduce((total, { committed }) => total + committed, 0)).toBe(4)
  })

  test('hands over at least once and commits at most once, whatever comes and fails', async () => {
    const pages = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 9 }), { maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(
        pages,
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 1, max: 4 }),
        async (given, fates, concurrency) => {
          const { pull, options } = setUp([...given.map((ids) => page(...ids)), page(...given.flat()), last])
          const committed: number[] = []
          await consume(pull, {
            ...options,
            concurrency,
            handOff: async ({ trans_id }, commit) => {
              if (fates.next().value && committed.length < 3) return
              committed.push(trans_id)
              await commit()
            },
          })
          expect(new Set(committed).size).toBe(committed.length)
        },
      ),
      { numRuns: 60 },
    )
  })
})
