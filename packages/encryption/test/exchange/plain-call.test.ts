import { operations } from '@custody-wallet/types/operations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { buildPath } from '../../src/codec/requests.ts'
import { readBodyParameters, findOperation, readQueryParameters, findRoute } from '../../src/exchange/plain-call.ts'
import { readWithin } from '../../src/limits.ts'
import { sealedIds } from '../support/samples.ts'

const runs = { numRuns: 200 }
const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.isWellFormed())
const id = text.filter((value) => !value.includes(','))
const never = new AbortController().signal

describe('a query string', () => {
  test('restores strings and integers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), text, (uid, symbol) => {
        const search = `?${new URLSearchParams({ uid: String(uid), symbol })}`
        expect(readQueryParameters('getAccount', search)).toEqual({ uid, symbol })
      }),
      runs,
    )
  })

  test('restores lists, joined or repeated', () => {
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 20 }), (ids) => {
        const duplicateNames = new URLSearchParams(ids.map((each) => ['ids', each]))
        expect(readQueryParameters('listWithdrawals', `?${duplicateNames}`)).toEqual({ ids })
        expect(readQueryParameters('listWithdrawals', `?ids=${encodeURIComponent(ids.join())}`)).toEqual({
          ids,
        })
        expect(readQueryParameters('listWithdrawals', `?ids=${ids.map(encodeURIComponent).join()}`)).toEqual({
          ids,
        })
      }),
      runs,
    )
  })

  test('restores flags, and keeps other strings for the validator', () => {
    expect(readQueryParameters('registerAddresses', '?memo=true')).toEqual({ memo: true })
    expect(readQueryParameters('registerAddresses', '?memo=false')).toEqual({ memo: false })
    expect(readQueryParameters('registerAddresses', '?memo=yes')).toEqual({ memo: 'yes' })
  })

  test('never changes an integer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String), fc.bigInt().map(String)), (uid) => {
        const { uid: restored } = {
          uid: undefined,
          ...readQueryParameters('getAccount', `?uid=${encodeURIComponent(uid)}`),
        }
        const isExact = String(restored) === uid
        expect(isExact || !Number.isSafeInteger(restored)).toBe(true)
      }),
      runs,
    )
  })
})

describe('a body', () => {
  const values = fc.letrec((tie) => ({
    value: fc.oneof(fc.maxSafeInteger(), fc.boolean(), text, fc.constant(null), tie('list'), tie('fields')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    fields: fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  }))

  test('restores JSON', () => {
    fc.assert(
      fc.property(values.fields, (fields) => {
        const body = new TextEncoder().encode(JSON.stringify(fields))
        expect(readBodyParameters('pullWithdrawals', body)).toEqual(fields)
      }),
      runs,
    )
  })

  const pieces = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 })
  const createStream = (given: readonly Uint8Array[], onPull: () => void): ReadableStream<Uint8Array> => {
    const left = [...given]
    return new ReadableStream(
      {
        pull(controller) {
          const piece = left.shift()
          onPull()
          if (piece) controller.enqueue(piece)
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  }

  test('is joined from its chunks, and read only up to the limit', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(400), async (given, most) => {
        let pulls = 0
        const read = await readWithin(
          createStream(given, () => (pulls += 1)),
          most,
          never,
        )
        const wholeText = Buffer.concat(given)
        expect(Buffer.from(read).equals(wholeText.subarray(0, read.length))).toBe(true)
        expect(read.length === wholeText.length || read.length > most).toBe(true)
        expect(read.length - (given[pulls - 1]?.length ?? 0) <= most).toBe(true)
      }),
      runs,
    )
  })
})

describe('a path', () => {
  const segment = fc.stringMatching(/^[\w.~-]*\w$/)

  test('is resolved to its call and segments', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sealedIds), segment, segment, (call, staking_protocol, resource_chain) => {
        const given: Readonly<Record<string, string>> = { staking_protocol, resource_chain }
        const taken = Object.fromEntries(operations[call].segments.map((name) => [name, given[name]]))
        expect(findRoute(buildPath(call, given))).toEqual({ operation: call, segments: taken })
        expect(findOperation(operations[call].path)).toBe(call)
      }),
      runs,
    )
  })
})
