import { describe, expect, test } from 'vitest'

import { consume, type ConsumeOptions, memoryDedupe } from '../src/workflows/index.ts'
import { last, page, setUp } from './workflow-pending.ts'
import { refusal } from './workflow-service.ts'

const broken = new Error('of the disk')

/** A store that keeps nothing while `failing` says so. */
function failingStore(failing: (adds: number) => boolean) {
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
  test('that the store could not keep ends the loop: what it holds would be handed over for ever', async () => {
    const { pull, options, paid, kinds } = setUp([page(1, 2), page(1, 2), last])
    expect(await refusal(consume(pull, { ...options, store: failingStore(() => true) }))).toBe(broken)
    expect([paid, kinds()]).toEqual([[1], ['pulled', 'not-committed']])
  })

  test('that the store kept when it was tried again is one', async () => {
    const { pull, options } = setUp([page(1), last])
    const store = failingStore((adds) => adds === 1)
    const handOff: ConsumeOptions['handOff'] = (_, commit) => commit().catch(commit)
    expect(await consume(pull, { ...options, store, handOff })).toEqual({ pulls: 2, committed: 1 })
  })

  test('that nobody waits for counts when the store has kept it', async () => {
    const { pull, options, kinds } = setUp([page(1), last])
    const handOff: ConsumeOptions['handOff'] = (_, commit) => void commit()
    expect(await consume(pull, { ...options, handOff })).toEqual({ pulls: 2, committed: 1 })
    expect(kinds()).toEqual(['pulled', 'committed', 'pulled'])
  })

  test('that nobody waits for and the store could not keep ends the loop and nothing else', async () => {
    const { pull, options } = setUp([page(1), last])
    const handOff: ConsumeOptions['handOff'] = (_, commit) => void commit()
    const store = failingStore(() => true)
    expect(await refusal(consume(pull, { ...options, store, handOff }))).toBe(broken)
  })
})

describe('a pull that takes away what it returns', () => {
  test('is refused before it takes anything, for what gets lost on the way would be lost for good', async () => {
    const { pull, options, kinds } = setUp([page(1), last])
    const error = await refusal(consume(pull, { ...options, pulling: 'destructive' }))
    expect(error).toMatchObject({ code: 'PULL_DESTRUCTIVE' })
    expect(String(error)).toMatch(/lost/)
    expect(kinds()).toEqual([])
  })
})
