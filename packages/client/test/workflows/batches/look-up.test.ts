import { inspect } from 'node:util'

import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { lookUp, type LookUpOptions } from '../../../src/workflows/batches/look-up.ts'
import { isWorkflowError, type LookUpResult, LookUpError } from '../../../src/workflows/index.ts'
import { catchRejection } from '../../support/workflow-service.ts'

interface Record {
  readonly request_id: string
}

const getId = ({ request_id }: Record): string => request_id
const createRecord = (request_id: string): Record => ({ request_id })
const createIds = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `id-${index}`)
type Progress = Parameters<NonNullable<LookUpOptions<Record>['onProgress']>>[0]
const byIds: LookUpOptions<Record> = { getId, caps: 'ids', maximum: 10 }

/** A service that knows some ids, counts its calls, and limits the records of a response. */
function createService(known: readonly string[], most = Infinity) {
  const calls: (readonly string[])[] = []
  const list = async (asked: readonly string[]): Promise<readonly Record[]> => {
    calls.push(asked)
    const found = known.filter((id) => asked.includes(id)).map(createRecord)
    return [...found.toReversed(), createRecord('')].slice(0, most)
  }
  return { list, calls }
}

function readOutcome(error: unknown): LookUpError<Record>['outcome'] {
  if (error instanceof LookUpError) return error.outcome
  throw new TypeError('The error is not a LookUpError.')
}

describe('a look-up', () => {
  test('returns records in the order of the ids and lists missing ids, for any order of the service', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(60), { maxLength: 60 }),
        fc.array(fc.nat(60)),
        fc.integer({ min: 1, max: 7 }),
        async (known, asked, concurrency) => {
          const { list } = createService(known.map(String))
          const { found, missing } = await lookUp(list, asked.map(String), { ...byIds, concurrency })
          const wanted = [...new Set(asked)]
          expect(found.map(getId)).toEqual(wanted.filter((id) => known.includes(id)).map(String))
          expect(missing).toEqual(wanted.filter((id) => !known.includes(id)).map(String))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('ignores a record without a request id', async () => {
    const { found, missing } = await lookUp(createService([]).list, ['a'], byIds)
    expect([found, missing]).toEqual([[], ['a']])
  })

  test('keeps several records of one id, and ignores records of other ids', async () => {
    const list = async () => [createRecord('a'), createRecord('b'), createRecord('a')]
    expect((await lookUp(list, ['a'], byIds)).found).toHaveLength(2)
  })

  test('makes at most `concurrency` calls at the same time', async () => {
    let [running, most] = [0, 0]
    const list = async (): Promise<readonly Record[]> => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => void setImmediate(resolve))
      running -= 1
      return []
    }
    await lookUp(list, createIds(100), { ...byIds, concurrency: 3 })
    expect(most).toBe(3)
  })

  test('reports its progress to a listener that may fail', async () => {
    const seen: Progress[] = []
    const onProgress = (progress: Progress) => {
      seen.push(progress)
      throw new TypeError('of the listener')
    }
    await lookUp(createService([]).list, createIds(25), { ...byIds, concurrency: 1, onProgress })
    expect(seen.map(({ done, total, failed }) => [done, total, failed])).toEqual([
      [10, 25, 0],
      [20, 25, 0],
      [25, 25, 0],
    ])
  })

  test('is typed by its records', () => {
    expectTypeOf(lookUp<Record>).returns.resolves.toEqualTypeOf<LookUpResult<Record>>()
    // @ts-expect-error -- an id is a string
    void lookUp(createService([]).list, [], { ...byIds, getId: () => 1 })
  })
})

describe('a call that limits records', () => {
  const caps: LookUpOptions<Record> = { ...byIds, caps: 'records', maximum: 4 }

  test('is made again for the ids without a record', async () => {
    const several = { a: 3, b: 2, c: 1, d: 0 }
    const calls: (readonly string[])[] = []
    const list = async (asked: readonly string[]) => {
      calls.push(asked)
      return Object.entries(several)
        .filter(([id]) => asked.includes(id))
        .flatMap(([id, count]) => Array.from({ length: count }, () => createRecord(id)))
        .slice(0, 4)
    }
    const { found, missing } = await lookUp(list, ['a', 'b', 'c', 'd'], caps)
    expect(calls).toEqual([
      ['a', 'b', 'c', 'd'],
      ['c', 'd'],
    ])
    expect([found.at(-1), missing]).toEqual([createRecord('c'), ['d']])
  })

  test('is made once if every id has a record', async () => {
    const { list, calls } = createService(['a', 'b', 'c', 'd'], 4)
    await lookUp(list, ['a', 'b', 'c', 'd'], caps)
    expect(calls).toHaveLength(1)
  })

  test('that returns only records of other ids is an error, not an endless loop', async () => {
    let calls = 0
    const list = async () => {
      calls += 1
      return ['w', 'x', 'y', 'z'].map(createRecord)
    }
    const error = await catchRejection(lookUp(list, ['a'], caps))
    expect(calls).toBe(1)
    expect(error).toMatchObject({ code: 'BATCH_PARTIAL', outcome: { failed: [{ ids: ['a'] }] } })
    expect(isWorkflowError(readOutcome(error).failed[0]?.error, 'BATCH_STUCK')).toBe(true)
  })
})

describe('a look-up that fails in part', () => {
  const broken = new Error('of the service')
  function createFailingList(bad: (asked: readonly string[]) => boolean) {
    const { list, calls } = createService(createIds(100))
    return {
      calls,
      list: async (asked: readonly string[]) => (bad(asked) ? Promise.reject(broken) : list(asked)),
    }
  }

  test('reports found records, missing ids, and failed ids with their errors', async () => {
    const { list } = createFailingList((asked) => asked.includes('id-12'))
    const error = await catchRejection(lookUp(list, [...createIds(25), 'nobody'], byIds))
    const outcome = readOutcome(error)
    expect(outcome.found.map(getId)).toEqual([...createIds(10), ...createIds(25).slice(20)])
    expect(outcome).toMatchObject({
      missing: ['nobody'],
      failed: [{ ids: createIds(20).slice(10), error: broken }],
      remaining: [],
    })
    expect(error).toMatchObject({ cause: broken })
  })

  test('stops after three failures in a row, and lists the ids that were not requested', async () => {
    const { list } = createFailingList(() => true)
    const error = await catchRejection(lookUp(list, createIds(100), { ...byIds, concurrency: 1 }))
    expect(error).toMatchObject({ code: 'BATCH_PARTIAL', context: { count: 100 } })
    expect(error).toMatchObject({ cause: { message: '3 calls failed.', errors: [broken, broken, broken] } })
    expect(readOutcome(error).remaining).toEqual(createIds(100).slice(30))
  })

  test('continues when other calls succeed in between', async () => {
    const { list } = createFailingList((asked) => asked.some((id) => /[13579]0$/.test(id)))
    const error = await catchRejection(lookUp(list, createIds(100), { ...byIds, concurrency: 1 }))
    expect(readOutcome(error).remaining).toEqual([])
    expect(readOutcome(error).found).toHaveLength(50)
  })

  test('keeps found records when aborted', async () => {
    const controller = new AbortController()
    const { list } = createService(createIds(100))
    const onProgress = ({ done }: Progress) => done === 20 && controller.abort()
    const options = { ...byIds, concurrency: 1, onProgress, signal: controller.signal }
    const error = await catchRejection(lookUp(list, createIds(100), options))
    expect(error).toMatchObject({ code: 'ABORTED' })
    expect(readOutcome(error).found).toHaveLength(20)
    expect(readOutcome(error).remaining).toHaveLength(80)
  })

  test('shows no records and ids in a log', async () => {
    const { list } = createFailingList((asked) => asked.includes('id-12'))
    const error = await catchRejection(lookUp(list, createIds(30), byIds))
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toMatch(/id-\d/)
  })
})

/** Empties a list, which the types forbid. */
const emptyList = (list: readonly string[]): unknown => Reflect.apply(Array.prototype.splice, list, [0])

test('a service that changes the ids of a call does not change the missing ids', async () => {
  const alterIds = async (createIds: readonly string[]) => {
    const found = createIds.filter((id) => id !== 'b')
    emptyList(createIds)
    return found
  }
  const looked = await lookUp(alterIds, ['a', 'b', 'c'], { getId: (id) => id, maximum: 100, caps: 'ids' })
  expect(looked).toEqual({ found: ['a', 'c'], missing: ['b'] })
})
