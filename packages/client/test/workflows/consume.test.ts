import { memoryForTests } from '@custody-wallet/store/sqlite'
import fc from 'fast-check'
import { describe, expect, test, expectTypeOf } from 'vitest'

import { consume, type ConsumeOptions, createWorkflowStores, memoryDedupe } from '../../src/workflows/index.ts'
import { createOutage } from '../support/outages.ts'
import { last, createPage, setUp, createWithdrawals } from '../support/pending-withdrawals.ts'
import { catchRejection } from '../support/workflow-service.ts'

describe('consuming withdrawals', () => {
  test('hands over each withdrawal once, for any number of pulls, the oldest first', async () => {
    const { pull, options, paid } = setUp([createPage(2, 1), createPage(3, 2, 1), createPage(3, 3), last])
    expect(await consume(pull, options)).toEqual({ pulls: 4, commits: 3 })
    expect(paid).toEqual([1, 2, 3])
  })

  test('skips the commits of earlier runs', async () => {
    const first = setUp([createPage(1), last])
    await consume(first.pull, first.options)
    const second = setUp([createPage(1, 2), last])
    await consume(second.pull, { ...second.options, store: first.options.store })
    expect(second.paid).toEqual([2])
  })

  test('hands over uncommitted withdrawals again, and continues with the others', async () => {
    const { pull, options, events, paid } = setUp([createPage(1, 2), createPage(1, 2), createPage(1, 2), last])
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

  test('hands over a withdrawal again without a commit, but not after a failure after its commit', async () => {
    const { pull, options, kinds } = setUp([createPage(1, 2), createPage(1, 2), last])
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

  test('hands over a withdrawal once per pull, even if the page has it twice', async () => {
    const { pull, options } = setUp([createPage(1, 1), createPage(1, 1), last])
    const offered: number[] = []
    await consume(pull, { ...options, handOff: ({ trans_id }) => offered.push(trans_id) })
    expect(offered).toEqual([1, 1])
  })

  const memory = memoryDedupe()
  const { dedupe } = createWorkflowStores(memoryForTests())
  test.each([
    ['one store', () => memory],
    ['one name in a database', () => dedupe('paid')],
  ])('never hands one over twice at the same time, in several loops with %s', async (_name, openStore) => {
    const running = new Set<number>()
    const clashes: number[] = []
    const handOff: ConsumeOptions['handOff'] = async ({ trans_id }, commit) => {
      if (running.has(trans_id)) clashes.push(trans_id)
      running.add(trans_id)
      await new Promise((resolve) => void setImmediate(resolve))
      running.delete(trans_id)
      await commit()
    }
    const loops = Array.from({ length: 3 }, () => setUp([createPage(1, 2, 3), createPage(2, 3, 4), last]))
    const done = await Promise.all(
      loops.map(({ pull, options }) => consume(pull, { ...options, store: openStore(), handOff, concurrency: 2 })),
    )
    expect(clashes).toEqual([])
    expect(done.reduce((total, { commits: committed }) => total + committed, 0)).toBe(4)
  })

  test('hands over at least once and commits at most once, whichever step fails', async () => {
    const pages = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 9 }), { maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(
        pages,
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 1, max: 4 }),
        async (given, fates, concurrency) => {
          const { pull, options } = setUp([
            ...given.map((ids) => createPage(...ids)),
            createPage(...given.flat()),
            last,
          ])
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

const broken = new Error('of the disk')

/** A store that cannot save while `failing` returns true. */
function createFailingStore(failing: (adds: number) => boolean) {
  const inner = memoryDedupe()
  let adds = 0
  const add = async (key: string) => {
    adds += 1
    if (failing(adds)) throw broken
    await inner.add(key)
  }
  return { has: (key: string) => inner.has(key), add }
}

describe('a commit', () => {
  test('that the store cannot save ends the loop, because every pull would repeat the hand-off', async () => {
    const { pull, options, paid, kinds } = setUp([createPage(1, 2), createPage(1, 2), last])
    expect(await catchRejection(consume(pull, { ...options, store: createFailingStore(() => true) }))).toBe(broken)
    expect([paid, kinds()]).toEqual([[1], ['pulled', 'not-committed']])
  })

  test('counts when the store saves it at the second attempt', async () => {
    const { pull, options } = setUp([createPage(1), last])
    const store = createFailingStore((adds) => adds === 1)
    const handOff: ConsumeOptions['handOff'] = (_, commit) => commit().catch(commit)
    expect(await consume(pull, { ...options, store, handOff })).toEqual({ pulls: 2, commits: 1 })
  })

  test('that is not awaited counts when the store has saved it', async () => {
    const { pull, options, kinds } = setUp([createPage(1), last])
    const handOff: ConsumeOptions['handOff'] = (_, commit) => void commit()
    expect(await consume(pull, { ...options, handOff })).toEqual({ pulls: 2, commits: 1 })
    expect(kinds()).toEqual(['pulled', 'committed', 'pulled'])
  })

  test('that is not awaited and cannot be saved only ends the loop', async () => {
    const { pull, options } = setUp([createPage(1), last])
    const handOff: ConsumeOptions['handOff'] = (_, commit) => void commit()
    const store = createFailingStore(() => true)
    expect(await catchRejection(consume(pull, { ...options, store, handOff }))).toBe(broken)
  })
})

describe('a pull that removes what it returns', () => {
  test('is rejected before the first pull, because a lost response would lose withdrawals', async () => {
    const { pull, options, kinds } = setUp([createPage(1), last])
    const error = await catchRejection(consume(pull, { ...options, pullMode: 'destructive' }))
    expect(error).toMatchObject({ code: 'PULL_DESTRUCTIVE' })
    expect(String(error)).toMatch(/lost/)
    expect(kinds()).toEqual([])
  })
})

test('a call without a client needs pullMode', async () => {
  const { pull, options, kinds } = setUp([createPage(1), last])
  const error = await catchRejection(consume(pull, { ...options, pullMode: undefined }))
  expect(error).toBeInstanceOf(TypeError)
  expect(String(error)).toMatch(/^TypeError: pullMode is missing\. Pass a client with a profile, or set/)
  expect(kinds()).toEqual([])
})

describe('a full page', () => {
  test('causes a warning and faster pulls, until a page is not full', async () => {
    const { pull, options, kinds, waits } = setUp([
      createWithdrawals(19),
      createWithdrawals(20),
      createWithdrawals(20),
      createPage(),
      last,
    ])
    await consume(pull, { ...options, interval: 500, fastInterval: 5 })
    expect(kinds().filter((kind) => kind === 'page-full')).toHaveLength(2)
    expect(waits).toEqual([500, 5, 5, 500])
  })

  test('counts as full even if its withdrawals are removed as they are paid', async () => {
    const queue = [...createWithdrawals(20)]
    const { pull, options, waits } = setUp([queue, last])
    const handOff: ConsumeOptions['handOff'] = async (_, commit) => {
      queue.pop()
      await commit()
    }
    expect(await consume(pull, { ...options, handOff, interval: 500, fastInterval: 5 })).toMatchObject({
      commits: 20,
    })
    expect(waits).toEqual([5])
  })
})

describe('a loop', () => {
  const broken = new Error('of the service')

  test('survives failed pulls, and reports them', async () => {
    const failed = createOutage()
    const { pull, options, paid, kinds } = setUp([failed, failed, createPage(1), failed, last])
    expect(await consume(pull, { ...options, maxFailures: 3 })).toEqual({ pulls: 2, commits: 1 })
    expect([paid, kinds().filter((kind) => kind === 'pull-failed')]).toEqual([[1], Array(3).fill('pull-failed')])
  })

  test('ends with the last error after maxFailures failed pulls in a row', async () => {
    const failed = createOutage()
    const { pull, options } = setUp([failed, createPage(1), failed, failed, createPage(2), last])
    expect(await catchRejection(consume(pull, { ...options, maxFailures: 2 }))).toBe(failed)
  })

  test('with `once` pulls once, and throws the error of the pull', async () => {
    const { pull, options, waits } = setUp([createPage(1), broken, last])
    expect(await consume(pull, { ...options, once: true })).toEqual({ pulls: 1, commits: 1 })
    expect(await catchRejection(consume(pull, { ...options, once: true }))).toBe(broken)
    expect(waits).toEqual([])
  })

  test('ends after the running hand-off when aborted, and starts no other', async () => {
    const { pull, options } = setUp([createWithdrawals(5), last])
    const controller = new AbortController()
    const ended: number[] = []
    const summary = await consume(pull, {
      ...options,
      signal: controller.signal,
      handOff: async ({ trans_id }, commit) => {
        controller.abort()
        await commit()
        ended.push(trans_id)
      },
    })
    expect([ended, summary]).toEqual([[1], { pulls: 1, commits: 1 }])
  })

  test('ends with the error of its store, after the running hand-offs', async () => {
    const { pull, options } = setUp([createPage(1, 2, 3), last])
    const ended: number[] = []
    const store = {
      has: (key: string) => (key === '2' ? Promise.reject(broken) : Promise.resolve(false)),
      add: async () => undefined,
    }
    const handOff = async ({ trans_id }: { readonly trans_id: number }) => {
      await new Promise((resolve) => void setImmediate(resolve))
      ended.push(trans_id)
    }
    expect(await catchRejection(consume(pull, { ...options, store, handOff, concurrency: 2 }))).toBe(broken)
    expect(ended).toEqual([1])
  })

  test('reports no failed pull when aborted', async () => {
    const { options, kinds } = setUp([])
    const controller = new AbortController()
    const pull = () => {
      controller.abort()
      return Promise.reject(broken)
    }
    await consume(pull, { ...options, signal: controller.signal })
    expect(kinds()).toEqual([])
  })

  test('that was aborted before it began does nothing', async () => {
    const { pull, options } = setUp([createPage(1)])
    expect(await consume(pull, { ...options, signal: AbortSignal.abort() })).toEqual({
      pulls: 0,
      commits: 0,
    })
  })

  test('leaves no listener on its signal', async () => {
    const { signal, abort } = createSignal()
    const { pull, options } = setUp([createPage(), createPage(), createPage()])
    const listening = countListeners(signal)
    await consume(async () => (listening.most > 0 && listening.count === 0 && abort(), pull()), {
      ...options,
      signal,
    })
    expect([listening.count, listening.most]).toEqual([0, 1])
  })

  test('is typed', () => {
    expectTypeOf(consume).returns.resolves.toEqualTypeOf<{
      readonly pulls: number
      readonly commits: number
    }>()
    const { options, pull } = setUp([])
    // @ts-expect-error -- without a store the same withdrawal would be paid again and again
    void (() => consume(pull, { ...options, store: undefined }))
  })
})

function createSignal() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function countListeners(signal: AbortSignal) {
  const listening = { count: 0, most: 0 }
  const countCalls = (method: 'addEventListener' | 'removeEventListener', step: number) => {
    const original = signal[method].bind(signal)
    Object.defineProperty(signal, method, {
      value: (type: string, listener: EventListener) => {
        listening.count += step
        listening.most = Math.max(listening.most, listening.count)
        original(type, listener)
      },
    })
  }
  countCalls('addEventListener', 1)
  countCalls('removeEventListener', -1)
  return listening
}
