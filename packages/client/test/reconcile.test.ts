import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { formatReconcile, reconcile, type Reconciliation } from '../src/workflows/index.ts'
import { all, creditOf, decimal, findings, minerFee, notice } from './workflow-books.ts'

describe('deposits and their notifications', () => {
  test('agree by request id, however their amounts are written', () => {
    const deposits = all.map((each, index) => ({ ...creditOf(index + 1, each), amount: decimal('0.1000') }))
    expect(findings({ notified: all, deposits })).toEqual([])
  })

  test('agree by transaction and address where a record has no request id', () => {
    const deposits = all.map((each, index) => ({ ...creditOf(index + 1, each), request_id: '' }))
    expect(findings({ notified: all, deposits })).toEqual([])
  })

  test('are told missing where a record could belong to either of two memos', () => {
    const memos = ['1', '2'].map((memo) => ({ ...notice('t1'), memo, request_id: `memo-${memo}` }))
    const deposits = [{ ...creditOf(1, notice('t1')), request_id: '' }]
    expect(findings({ notified: memos, deposits }).map(({ kind, list }) => [kind, list])).toEqual([
      ['missing', 'deposits'],
      ['missing', 'deposits'],
      ['missing', 'notified'],
    ])
  })

  test('agree by the last word where one was notified again', () => {
    const again = { ...notice('t1'), amount: '0.2', confirm: 60 }
    expect(findings({ notified: [notice('t1'), again], deposits: [creditOf(1, again)] })).toEqual([])
  })

  test('agree when a record was read twice, in its later version', () => {
    const first = { ...creditOf(1, notice('t1', '7')), updated_at: 5 }
    const later = { ...creditOf(1, notice('t1')), updated_at: 6 }
    expect(findings({ notified: [notice('t1')], deposits: [later, first] })).toEqual([])
  })

  test('are missing on either side', () => {
    const [other] = [notice('t9')]
    expect(findings({ notified: [notice('t1')], deposits: [creditOf(9, other)] })).toEqual([
      {
        kind: 'missing',
        what: 'deposit',
        list: 'deposits',
        key: notice('t1').request_id,
        symbol: 'BTC',
        ids: [],
      },
      { kind: 'missing', what: 'deposit', list: 'notified', key: other.request_id, symbol: 'BTC', ids: [9] },
    ])
  })

  test('are not missed when they were notified as failed', () => {
    expect(findings({ notified: [{ ...notice('t1'), status: 0 }] })).toEqual([])
  })

  test('are doubled when one was credited twice, or notified under two request ids', () => {
    const deposits = [creditOf(1, notice('t1')), creditOf(2, notice('t1'))]
    expect(findings({ notified: [notice('t1')], deposits })).toMatchObject([
      { kind: 'doubled', list: 'deposits', count: 2, ids: [1, 2] },
    ])
    const renamed = { ...notice('t1'), request_id: 'another' }
    const credited = [creditOf(1, notice('t1')), creditOf(2, renamed)]
    expect(findings({ notified: [notice('t1'), renamed], deposits: credited })).toMatchObject([
      { kind: 'doubled', list: 'notified', count: 2 },
    ])
  })

  test('differ in their amounts', () => {
    const deposits = [{ ...creditOf(1, notice('t1')), amount: decimal('0.10000001') }]
    expect(findings({ notified: [notice('t1')], deposits })).toMatchObject([
      { kind: 'differs', member: 'amount', ours: '0.1', theirs: '0.10000001', ids: [1] },
    ])
  })

  test('are found wrong exactly where they are, whatever the order of the books', () => {
    const fate = fc.constantFrom('right', 'missing', 'doubled', 'differs')
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 12 }), fc.boolean(), (fates, reversed) => {
        const notified = fates.map((_, index) => notice(`t${index}`))
        const deposits = notified.flatMap((each, index) => {
          const credit = creditOf(index * 2, each)
          const made = {
            right: [credit],
            missing: [],
            doubled: [credit, { ...credit, id: index * 2 + 1 }],
            differs: [{ ...credit, amount: decimal('7') }],
          }
          return made[fates[index] ?? 'right']
        })
        const found = findings({ notified, deposits: reversed ? deposits.toReversed() : deposits })
        const wrong = notified.flatMap(({ request_id }, index) =>
          fates[index] === 'right' ? [] : [`${fates[index]} ${request_id}`],
        )
        expect(found.map(({ kind, key }) => `${kind} ${key}`)).toEqual(wrong)
      }),
    )
  })
})

describe('the table', () => {
  test('shows a day with one missing, one doubled and one altered record', () => {
    const altered = { ...creditOf(3, notice('t3')), amount: decimal('0.2') }
    const deposits = [
      creditOf(1, notice('t1')),
      creditOf(2, notice('t2')),
      creditOf(9, notice('t2')),
      altered,
    ]
    const outcome = reconcile({ notified: all, deposits, withdrawals: [], minerFees: [] })
    expectTypeOf(outcome).toEqualTypeOf<Reconciliation>()
    expect(formatReconcile(outcome)).toBe(`\
kind     what     list      key                                                    symbol  member  ours  theirs  count
-------  -------  --------  -----------------------------------------------------  ------  ------  ----  ------  -----
doubled  deposit  deposits  ${notice('t2').request_id}  BTC                           2
differs  deposit  deposits  ${notice('t3').request_id}  BTC     amount  0.1   0.2
missing  deposit  deposits  ${notice('t4').request_id}  BTC

3 findings, 1 agree, 8 entries compared
`)
  })

  test('is one line where all agrees', () => {
    const outcome = reconcile({ notified: [], deposits: [], withdrawals: [], minerFees: [] })
    expect(formatReconcile(outcome)).toBe('0 findings, 0 agree, 0 entries compared\n')
  })

  test('gives nothing from outside to a terminal', () => {
    const minerFees = [minerFee(1, 'x\u001B[2J')]
    expect(formatReconcile(reconcile({ notified: [], deposits: [], withdrawals: [], minerFees }))).toContain(
      'x?[2J',
    )
  })
})
