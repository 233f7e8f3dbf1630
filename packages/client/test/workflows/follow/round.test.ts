import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { follow, type FollowSource, memoryCheckpoint } from '../../../src/workflows/index.ts'
import { summarize, done, open, runRound, createSource } from '../../support/follower.ts'
import { collect, createPagingService, type Row, createRow, createRows } from '../../support/workflow-service.ts'

describe('the calls of a round', () => {
  test('are one for each page with open records, and then one for each page of new records', async () => {
    const service = createPagingService(createRows(1000))
    service.put(...[150, 151, 240, 600, 990].map((id) => createRow(id, open)))
    const checkpoint = memoryCheckpoint()
    await runRound(service, { checkpoint })
    expect((await runRound(service, { checkpoint })).calls).toEqual(['149', '599', '989', '1000'])
  })

  test('are 10 for 1,000 open records in a row, and one that finds the end', async () => {
    const service = createPagingService(createRows(1000, open))
    const checkpoint = memoryCheckpoint()
    await runRound(service, { checkpoint })
    expect((await runRound(service, { checkpoint })).calls).toHaveLength(11)
  })

  test('are as few as with any other choice of pages, for any gaps between ids', async () => {
    const records = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 24 }), fc.boolean()), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 11,
    })
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 2, max: 4 }), fc.nat(6), async (given, page, overlap) => {
        const service = createPagingService(
          given.map(([id, isOpen]) => createRow(id, isOpen ? open : done)),
          { page },
        )
        const checkpoint = memoryCheckpoint()
        await runRound(service, { checkpoint, overlap }, page)
        const { calls } = await runRound(service, { checkpoint, overlap }, page)
        const ids = [...service.table.keys()].toSorted((one, other) => one - other)
        const tail = (ids.at(-1) ?? 0) - overlap
        const wanted = ids.filter((id) => id > tail || service.table.get(id)?.status === open)
        expect(calls.length).toBe(countFewest(ids, wanted, page))
      }),
      { numRuns: 100 },
    )
  })

  test('look open records up by their ids if that takes fewer calls', async () => {
    const service = createPagingService(createRows(400, done), { page: 20 })
    service.put(...[20, 100, 180, 260, 340, 390].map((id) => createRow(id, open)))
    const asked: (readonly string[])[] = []
    const list = async (ids: readonly string[]) => {
      asked.push(ids)
      return ids.flatMap((id) => service.table.get(Number(id)) ?? [])
    }
    const source: FollowSource<Row> = { ...createSource(service, 20), lookUp: { maximum: 100, list } }
    const checkpoint = memoryCheckpoint()
    await collect(follow(source, { checkpoint, once: true }))
    service.put(createRow(100, done, 1), createRow(390, open, 1))
    service.calls.length = 0
    expect(summarize(await collect(follow(source, { checkpoint, once: true })))).toEqual([
      ['changed', 100, true],
      ['changed', 390, false],
    ])
    expect(asked).toEqual([['20', '100', '180', '260', '340', '390']])
    expect(service.calls).toEqual(['400'])
  })

  test('read pages if a look-up by ids returns fewer records than a page', async () => {
    const service = createPagingService(createRows(300, open))
    const list = () => Promise.reject(new Error('It was asked by ids.'))
    const source: FollowSource<Row> = { ...createSource(service), lookUp: { maximum: 20, list } }
    const checkpoint = memoryCheckpoint()
    await collect(follow(source, { checkpoint, once: true }))
    expect(await collect(follow(source, { checkpoint, once: true }))).toEqual([])
  })
})

/** Finds the fewest pages that contain all wanted records and the end, by trying all sets of pages. */
function countFewest(ids: readonly number[], wanted: readonly number[], page: number): number {
  const pages = [0, ...ids].map((cursor) => {
    const after = ids.filter((id) => id > cursor)
    return { bits: toBits(after.slice(0, page)), isLast: after.length === 0 }
  })
  const goal = toBits(wanted)
  let reached = new Set([0])
  for (let calls = 1; ; calls += 1) {
    const next = new Set<number>()
    for (const bits of reached) for (const each of pages) next.add(bits | each.bits | (each.isLast ? 1 : 0))
    if ([...next].some((bits) => (bits & goal) === goal && (bits & 1) === 1)) return calls
    reached = next
  }
}

const toBits = (ids: readonly number[]): number => ids.reduce((bits, id) => bits | (1 << id), 0)
