import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createIdBatches } from '../../../src/workflows/batches/id-batches.ts'
import { WorkflowError } from '../../../src/workflows/index.ts'
import { catchRejection } from '../../support/workflow-service.ts'

const createUuids = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

/** The length of a sealed URL: base64 of base64 of JSON, and fixed parts. */
function createSealedMeasure(calls: { count: number }) {
  return async (ids: readonly string[]): Promise<number> => {
    calls.count += 1
    const bytes = Buffer.byteLength(JSON.stringify({ ids: ids.join(',') }))
    return 1200 + Math.ceil((Math.ceil((bytes * 4) / 3) * 4) / 3)
  }
}

const id = fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }).filter((text) => !text.includes(','))

describe('batches', () => {
  test('contain at most `maximum` ids, each once, in the order of first occurrence', async () => {
    const batches = await createIdBatches(['c', 'a', 'c', 'b', 'a', 'd'], { maximum: 3 })
    expect(batches).toEqual([['c', 'a', 'b'], ['d']])
  })

  test('of an empty list are empty', async () => {
    expect(await createIdBatches([], { maximum: 100 })).toEqual([])
  })

  test('of 250 ids of 64 characters are split by the length of the URL', async () => {
    const calls = { count: 0 }
    const ids = createUuids(250).map((each) => each.padEnd(64, 'x'))
    const measureLength = createSealedMeasure(calls)
    const batches = await createIdBatches(ids, { maximum: 100, measureLength })
    expect(batches.flat()).toEqual(ids)
    expect(Math.max(...(await Promise.all(batches.map(measureLength))))).toBeLessThanOrEqual(8000)
    expect(batches[0]?.length).toBe(58)
    expect(calls.count - batches.length).toBeLessThan(15)
  })

  test('of 10,000 ids need only a few measurements', async () => {
    const calls = { count: 0 }
    const batches = await createIdBatches(createUuids(10_000), {
      maximum: 100,
      measureLength: createSealedMeasure(calls),
    })
    expect(batches.every((batch) => batch.length === 100 || batch === batches.at(-1))).toBe(true)
    expect(calls.count).toBeLessThan(15)
  })

  test('are as long as possible for any ids', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(id, { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 2000, max: 3000 }),
        async (ids, maximum, maxUrlLength) => {
          const measureLength = createSealedMeasure({ count: 0 })
          const batches = await createIdBatches(ids, { maximum, measureLength, maxUrlLength })
          expect(batches.flat()).toEqual([...new Set(ids)])
          for (const [index, batch] of batches.entries()) {
            expect(batch.length).toBeLessThanOrEqual(maximum)
            expect(await measureLength(batch)).toBeLessThanOrEqual(maxUrlLength)
            const longer = [...batch, ...(batches[index + 1]?.slice(0, 1) ?? [])]
            const isWithinLimit = longer.length <= maximum && (await measureLength(longer)) <= maxUrlLength
            expect(isWithinLimit).toBe(index === batches.length - 1)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a limit', () => {
  test.each([
    [15, [2]],
    [14, [1, 1]],
  ])('of %i characters holds exactly', async (maxUrlLength, lengths) => {
    const measureLength = (ids: readonly string[]): number => ids.join(',').length
    const batches = await createIdBatches(['1234567', '1234568'], { maximum: 9, measureLength, maxUrlLength })
    expect(batches.map((batch) => batch.length)).toEqual(lengths)
  })

  test('that was reached once holds exactly for the next batch', async () => {
    const measureLength = (ids: readonly string[]): number => ids.join(',').length
    const batches = await createIdBatches(['1234', '5678', '123', '45678', '9'], {
      maximum: 2,
      measureLength,
      maxUrlLength: 9,
    })
    expect(batches).toEqual([['1234', '5678'], ['123', '45678'], ['9']])
    const longer = await createIdBatches(['1234', '5678', '1235', '56789'], {
      maximum: 2,
      measureLength,
      maxUrlLength: 9,
    })
    expect(longer).toEqual([['1234', '5678'], ['1235'], ['56789']])
  })
})

describe('an id that does not fit a call', () => {
  const measureLength = (ids: readonly string[]): number => ids.join(',').length

  test.each([
    ['holds the separator', ['a', 'b,c'], 'ID_HAS_SEPARATOR', 1],
    ['is empty', ['a', 'a', ''], 'ID_EMPTY', 2],
    ['is too long alone', ['a', 'a', 'b', 'x'.repeat(81)], 'ID_TOO_LONG', 3],
  ])('is rejected with its index when it %s', async (_, ids, code, index) => {
    const error = await catchRejection(createIdBatches(ids, { maximum: 100, measureLength, maxUrlLength: 80 }))
    expect(error).toBeInstanceOf(WorkflowError)
    expect(error).toMatchObject({ code, context: { index } })
  })

  test('is reported with its first index', async () => {
    const ids = ['a', 'x'.repeat(81), 'x'.repeat(81)]
    const error = await catchRejection(createIdBatches(ids, { maximum: 100, measureLength, maxUrlLength: 80 }))
    expect(error).toMatchObject({ code: 'ID_TOO_LONG', context: { index: 1 } })
  })

  test('is not part of the error', async () => {
    const error = await catchRejection(createIdBatches(['secret,id'], { maximum: 100 }))
    expect(JSON.stringify([String(error), error])).not.toContain('secret')
  })

  test.each([0, -1, 1.5, Number.NaN])('a maximum of %s is a TypeError', async (maximum) => {
    expect(await catchRejection(createIdBatches(['a'], { maximum }))).toBeInstanceOf(TypeError)
  })
})
