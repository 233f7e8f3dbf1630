import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { type Page, readSince, type Since } from '../../../src/workflows/cursors/since.ts'
import {
  collect,
  getId,
  createPagingService,
  catchRejection,
  type Row,
  createRow,
  createRows,
} from '../../support/workflow-service.ts'

const text = { page: 100, kind: 'text', getId } as const

describe('an iteration', () => {
  test.each([
    [0, 1],
    [99, 2],
    [100, 2],
    [250, 4],
  ])('over %i records reads %i pages, and ends at a page without a new record', async (count, pages) => {
    const service = createPagingService(createRows(count))
    expect(await collect(readSince({ ...text, fetch: service.fetch }, 0))).toEqual(createRows(count))
    expect(service.calls).toHaveLength(pages)
  })

  test('misses no record if pages are smaller than documented', async () => {
    const service = createPagingService(createRows(250), { page: 40 })
    expect(await collect(readSince({ ...text, fetch: service.fetch }, 0))).toEqual(createRows(250))
  })

  test('yields each record once, in the order of the ids, for any order of a page and any cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 120 }),
        fc.integer({ min: 1, max: 15 }),
        fc.nat(500),
        async (given, page, cursor) => {
          const order = (those: readonly Row[]) =>
            [...those.toReversed(), ...those.slice(0, 1)].slice(0, Math.max(page, those.length))
          const service = createPagingService(
            given.map((id) => createRow(id)),
            { page, order },
          )
          const found = await collect(readSince({ ...text, page, fetch: service.fetch }, cursor))
          const wanted = given.filter((id) => id > cursor).toSorted((one, other) => one - other)
          expect(found.map(getId)).toEqual(wanted)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('resumes after any page with its cursor', async () => {
    const service = createPagingService(createRows(250))
    for await (const { cursor, records } of readSince({ ...text, fetch: service.fetch }, 0).pages()) {
      const rest = await collect(readSince({ ...text, fetch: createPagingService(createRows(250)).fetch }, cursor))
      expect(rest[0]?.id ?? 251).toBe((records.at(-1)?.id ?? 250) + 1)
    }
    expect(service.calls).toEqual(['0', '100', '200', '250'])
  })

  test('passes the cursor in the type of the service', async () => {
    const cursors: number[] = []
    const fetch = async (cursor: number) => {
      cursors.push(cursor)
      return cursor < 200 ? createRows(300).slice(cursor, cursor + 100) : []
    }
    await collect(readSince({ ...text, kind: 'integer', fetch }, 0))
    expect(cursors).toEqual([0, 100, 200])
    // @ts-expect-error -- a service with number cursors gets no string cursor
    void readSince({ ...text, fetch }, 0)
    expectTypeOf(readSince({ ...text, kind: 'integer', fetch }, 0)).toEqualTypeOf<Since<Row>>()
  })

  test('compares ids exactly beyond the range of a double', async () => {
    const ids = ['9007199254740993', '9007199254740992', '10000000000000000001']
    const pages = new Map([
      ['9007199254740991', ids.slice(0, 2)],
      ['9007199254740993', ids.slice(2)],
    ])
    const fetch = async (cursor: string) => (pages.get(cursor) ?? []).map((id) => ({ id }))
    const paging = { ...text, page: 2, getId: ({ id }: { id: string }) => id, fetch }
    const found = await collect(readSince(paging, '9007199254740991'))
    expect(found.map(({ id }) => id)).toEqual(['9007199254740992', '9007199254740993', '10000000000000000001'])
  })

  test('rejects a number that is not exact', async () => {
    const fetch = async (cursor: number) => createRows(cursor)
    const iteration = readSince({ ...text, kind: 'integer', fetch }, '9007199254740993')
    expect(await catchRejection(collect(iteration))).toBeInstanceOf(TypeError)
  })

  test('resolves simultaneous calls in their order', async () => {
    const iterator = readSince({ ...text, page: 2, fetch: createPagingService(createRows(3), { page: 2 }).fetch }, 0)[
      Symbol.asyncIterator
    ]()
    const asked = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()])
    expect(asked.map(({ value }) => value?.id)).toEqual([1, 2, 3, undefined])
  })

  test('restarts for each iterator', async () => {
    const service = createPagingService(createRows(130))
    const both = readSince({ ...text, fetch: service.fetch }, 0, { overlap: 3 })
    const [one, other] = [both[Symbol.asyncIterator](), both[Symbol.asyncIterator]()]
    await one.next()
    expect([(await other.next()).value?.id, (await one.next()).value?.id]).toEqual([1, 2])
    expect([await collect(both), await collect(both)].map(({ length }) => length)).toEqual([130, 130])
  })

  test('yields nothing after return, even during the fetch of a page', async () => {
    const service = createPagingService(createRows(130))
    const left = readSince({ ...text, fetch: service.fetch }, 0)[Symbol.asyncIterator]()
    const waiting = left.next()
    await left.return?.()
    expect((await waiting).value?.id).toBe(1)
    expect([(await left.next()).done, (await left.next()).done]).toEqual([true, true])
  })

  test('fetches no page after return', async () => {
    const service = createPagingService(createRows(1000))
    for await (const { id } of readSince({ ...text, fetch: service.fetch }, 0)) if (id === 150) break
    expect(service.calls).toHaveLength(2)
  })

  test('reports its progress, and ends when aborted', async () => {
    const controller = new AbortController()
    const cursors: string[] = []
    const onProgress = ({ cursor }: { cursor: string }) => {
      cursors.push(cursor)
      if (cursor === '200') controller.abort()
    }
    const { fetch } = createPagingService(createRows(1000))
    const { signal } = controller
    expect(await catchRejection(collect(readSince({ ...text, fetch }, 0, { onProgress, signal })))).toMatchObject({
      code: 'ABORTED',
    })
    expect(cursors).toEqual(['100', '200'])
  })
})

describe('a service that does not advance', () => {
  test.each([
    ['repeats a page', async () => createRows(100)],
    [
      'returns the same records in another order',
      async (cursor: string) => (cursor === '0' ? createRows(100) : createRows(100).toReversed()),
    ],
  ])('and %s is an error', async (_, fetch) => {
    expect(await catchRejection(collect(readSince({ ...text, fetch }, 0)))).toMatchObject({
      code: 'CURSOR_STUCK',
    })
  })

  test('but returns the record of the cursor again is accepted', async () => {
    const fetch = async (cursor: string) =>
      createRows(250)
        .filter(({ id }) => id >= Number(cursor))
        .slice(0, 100)
    expect(await collect(readSince({ ...text, fetch }, 0))).toEqual(createRows(250))
  })

  test.each(['x', '-1', '1e3', '01', '', 1.5, -1, Number.NaN, 2 ** 53])('a cursor of %j is rejected', (cursor) => {
    expect(() => readSince({ ...text, fetch: createPagingService([]).fetch }, cursor)).toThrow(TypeError)
  })
})

describe('an overlap', () => {
  test('finds a record that is committed late with a lower id, and yields every record once', async () => {
    const beforeCall = (call: number, service: { put: (...changed: Row[]) => void }) => {
      if (call === 2) service.put(createRow(95))
    }
    const start = createRows(250).filter(({ id }) => id !== 95)
    const found = await collect(
      readSince({ ...text, fetch: createPagingService(start, { beforeCall }).fetch }, 0, { overlap: 20 }),
    )
    expect(found.map(getId).toSorted((one, other) => one - other)).toEqual(createRows(250).map(getId))
    expect(found).toHaveLength(250)
  })

  test('is 0 by default', async () => {
    const service = createPagingService(
      createRows(250).filter(({ id }) => id !== 95),
      {
        beforeCall: (call, { put }) => call === 2 && put(createRow(95)),
      },
    )
    expect((await collect(readSince({ ...text, fetch: service.fetch }, 0))).map(getId)).not.toContain(95)
  })

  test('does not begin before the first record', async () => {
    const service = createPagingService(createRows(3))
    await collect(readSince({ ...text, fetch: service.fetch }, 0, { overlap: 20 }))
    expect(new Set(service.calls)).toEqual(new Set(['0', '3']))
  })

  test('continues in another run with the resume of a page', async () => {
    const service = createPagingService(createRows(250).filter(({ id }) => id !== 245))
    const pages = await collect(readSince({ ...text, fetch: service.fetch }, 0, { overlap: 20 }).pages())
    service.put(createRow(245), createRow(251))
    const cursor: Page<Row>['resume'] = JSON.parse(JSON.stringify(pages.at(-1)?.resume))
    const found = await collect(readSince({ ...text, fetch: service.fetch }, cursor, { overlap: 20 }))
    expect(found.map(getId)).toEqual([245, 251])
  })

  test('of any width ends, and yields each record once while others arrive late', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(40),
        fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 }),
        async (given, page, overlap, late) => {
          const beforeCall = (call: number, { put }: { put: (...changed: Row[]) => void }) => {
            const id = late[call - 2]
            if (id !== undefined) put(createRow(id))
          }
          const service = createPagingService(
            given.map((id) => createRow(id)),
            { page, beforeCall },
          )
          const found = (await collect(readSince({ ...text, page, fetch: service.fetch }, 0, { overlap }))).map(getId)
          expect(new Set(found).size).toBe(found.length)
          expect(found).toEqual(expect.arrayContaining(given))
        },
      ),
      { numRuns: 100 },
    )
  })
})
