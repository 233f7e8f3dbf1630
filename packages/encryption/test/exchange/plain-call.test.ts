import { operations } from '@custody-wallet/types/operations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { pathOf } from '../../src/codec/requests.ts'
import { bodyParameters, operationAt, queryParameters, routeAt } from '../../src/exchange/plain-call.ts'
import { readWithin } from '../../src/limits.ts'
import { sealedIds } from '../support/samples.ts'

const runs = { numRuns: 200 }
const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.isWellFormed())
const id = text.filter((value) => !value.includes(','))
const never = new AbortController().signal

describe('a query string', () => {
  test('restores texts and integers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), text, (uid, symbol) => {
        const search = `?${new URLSearchParams({ uid: String(uid), symbol })}`
        expect(queryParameters('getAccount', search)).toEqual({ uid, symbol })
      }),
      runs,
    )
  })

  test('restores lists, joined or repeated', () => {
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 20 }), (ids) => {
        const repeated = new URLSearchParams(ids.map((each) => ['ids', each]))
        expect(queryParameters('listWithdrawals', `?${repeated}`)).toEqual({ ids })
        expect(queryParameters('listWithdrawals', `?ids=${encodeURIComponent(ids.join())}`)).toEqual({ ids })
        expect(queryParameters('listWithdrawals', `?ids=${ids.map(encodeURIComponent).join()}`)).toEqual({
          ids,
        })
      }),
      runs,
    )
  })

  test('restores flags, and keeps other texts for the check', () => {
    expect(queryParameters('registerAddresses', '?memo=true')).toEqual({ memo: true })
    expect(queryParameters('registerAddresses', '?memo=false')).toEqual({ memo: false })
    expect(queryParameters('registerAddresses', '?memo=yes')).toEqual({ memo: 'yes' })
  })

  test('never changes an integer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.float().map(String), fc.bigInt().map(String)), (uid) => {
        const { uid: restored } = {
          uid: undefined,
          ...queryParameters('getAccount', `?uid=${encodeURIComponent(uid)}`),
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
    value: fc.oneof(fc.maxSafeInteger(), fc.boolean(), text, fc.constant(null), tie('list'), tie('members')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    members: fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  }))

  test('restores JSON', () => {
    fc.assert(
      fc.property(values.members, (members) => {
        const body = new TextEncoder().encode(JSON.stringify(members))
        expect(bodyParameters('pullWithdrawals', body)).toEqual(members)
      }),
      runs,
    )
  })

  const pieces = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 })
  const streamOf = (given: readonly Uint8Array[], onPull: () => void): ReadableStream<Uint8Array> => {
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

  test('is put together from its pieces, and read no further than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(400), async (given, most) => {
        let pulls = 0
        const read = await readWithin(
          streamOf(given, () => (pulls += 1)),
          most,
          never,
        )
        const whole = Buffer.concat(given)
        expect(Buffer.from(read).equals(whole.subarray(0, read.length))).toBe(true)
        expect(read.length === whole.length || read.length > most).toBe(true)
        expect(read.length - (given[pulls - 1]?.length ?? 0) <= most).toBe(true)
      }),
      runs,
    )
  })
})

describe('a path', () => {
  const segment = fc.stringMatching(/^[\w.~-]*\w$/)

  test('leads to its call and segments', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sealedIds),
        segment,
        segment,
        (call, staking_protocol, resource_chain) => {
          const given: Readonly<Record<string, string>> = { staking_protocol, resource_chain }
          const taken = Object.fromEntries(operations[call].segments.map((name) => [name, given[name]]))
          expect(routeAt(pathOf(call, given))).toEqual({ operation: call, segments: taken })
          expect(operationAt(operations[call].path)).toBe(call)
        },
      ),
      runs,
    )
  })
})
