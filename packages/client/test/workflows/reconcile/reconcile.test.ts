import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { reconcile } from '../../../src/workflows/index.ts'
import { all, creditOf, decimal, findings, minerFee, notice, deposit, internal } from '../../support/books.ts'

describe('deposits and their notifications', () => {
  test('agree by request id, with different notations of amounts', () => {
    const deposits = all.map((each, index) => ({ ...creditOf(index + 1, each), amount: decimal('0.1000') }))
    expect(findings({ notified: all, deposits })).toEqual([])
  })

  test('agree by transaction and address if a record has no request id', () => {
    const deposits = all.map((each, index) => ({ ...creditOf(index + 1, each), request_id: '' }))
    expect(findings({ notified: all, deposits })).toEqual([])
  })

  test('are missing if a record could belong to either of two memos', () => {
    const memos = ['1', '2'].map((memo) => ({ ...notice('t1'), memo, request_id: `memo-${memo}` }))
    const deposits = [{ ...creditOf(1, notice('t1')), request_id: '' }]
    expect(findings({ notified: memos, deposits }).map(({ kind, list }) => [kind, list])).toEqual([
      ['missing', 'deposits'],
      ['missing', 'deposits'],
      ['missing', 'notified'],
    ])
  })

  test('agree by the last notification if there are several', () => {
    const again = { ...notice('t1'), amount: '0.2', confirm: 60 }
    expect(findings({ notified: [notice('t1'), again], deposits: [creditOf(1, again)] })).toEqual([])
  })

  test('agree by the latest version of a record that was read twice', () => {
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

  test('are not missing when they were notified as failed', () => {
    expect(findings({ notified: [{ ...notice('t1'), status: 0 }] })).toEqual([])
  })

  test('are duplicates when one was credited twice, or notified with two request ids', () => {
    const deposits = [creditOf(1, notice('t1')), creditOf(2, notice('t1'))]
    expect(findings({ notified: [notice('t1')], deposits })).toMatchObject([
      { kind: 'duplicate', list: 'deposits', count: 2, ids: [1, 2] },
    ])
    const renamed = { ...notice('t1'), request_id: 'another' }
    const credited = [creditOf(1, notice('t1')), creditOf(2, renamed)]
    expect(findings({ notified: [notice('t1'), renamed], deposits: credited })).toMatchObject([
      { kind: 'duplicate', list: 'notified', count: 2 },
    ])
  })

  test('differ in their amounts', () => {
    const deposits = [{ ...creditOf(1, notice('t1')), amount: decimal('0.10000001') }]
    expect(findings({ notified: [notice('t1')], deposits })).toMatchObject([
      { kind: 'differs', member: 'amount', ours: '0.1', theirs: '0.10000001', ids: [1] },
    ])
  })

  test('have findings exactly for the wrong entries, for any order of the books', () => {
    const fate = fc.constantFrom('right', 'missing', 'duplicate', 'differs')
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 12 }), fc.boolean(), (fates, reversed) => {
        const notified = fates.map((_, index) => notice(`t${index}`))
        const deposits = notified.flatMap((each, index) => {
          const credit = creditOf(index * 2, each)
          const made = {
            right: [credit],
            missing: [],
            duplicate: [credit, { ...credit, id: index * 2 + 1 }],
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

describe('a credit that the chain undid', () => {
  const credit = notice('t1')
  const waiting = { status: 0, confirmations: 0 }
  const returning = { ...creditOf(1, credit), request_id: '', txid: 't2', ...waiting }
  const undone = { kind: 'undone', what: 'deposit', list: 'deposits', key: credit.request_id, ids: [1] }
  const moved = { member: 'txid', ours: 't1', theirs: 't2' }

  test.each([
    ['its record waits for another transaction', { ...returning, request_id: credit.request_id }, moved],
    ['its record has fewer confirmations', { ...creditOf(1, credit), ...waiting }, {}],
    ['its record has failed', { ...creditOf(1, credit), status: 2 }, {}],
    ['only another transaction to its address waits', returning, moved],
  ])('is one finding if %s', (_, record, more) => {
    const [found, ...others] = findings({ notified: [credit], deposits: [record] })
    expect([found, others]).toEqual([{ ...undone, symbol: 'BTC', ...more }, []])
  })

  test('is one finding also if it was notified as undone, until it returns', () => {
    const failure = { ...credit, status: 0 } as const
    expect(findings({ notified: [credit, failure], deposits: [returning] })).toMatchObject([undone])
    const again = notice('t2')
    const returned = { ...returning, status: 1, confirmations: 6 }
    expect(findings({ notified: [credit, failure, again], deposits: [returned] })).toEqual([])
  })

  test('that returned with another transaction differs in it', () => {
    const returned = { ...returning, status: 1, confirmations: 6 }
    expect(findings({ notified: [credit], deposits: [returned] })).toEqual([
      { ...undone, kind: 'differs', symbol: 'BTC', ...moved },
    ])
  })

  test('is missing if it was credited again, and its first credit was not undone', () => {
    const returned = { ...returning, status: 1, confirmations: 6 }
    expect(findings({ notified: [credit, notice('t2')], deposits: [returned] })).toMatchObject([
      { kind: 'missing', list: 'deposits', key: credit.request_id },
    ])
  })

  test('is missing if several deposits could be the one that returned', () => {
    const deposits = [returning, { ...returning, id: 2, txid: 't3' }]
    expect(findings({ notified: [credit], deposits }).map(({ kind }) => kind)).toEqual(
      Array(3).fill('missing'),
    )
  })

  test('is not undone while a person reviews it', () => {
    expect(findings({ notified: [credit], deposits: [{ ...creditOf(1, credit), status: 5 }] })).toEqual([])
  })
})

describe('records without a transaction', () => {
  test('have a finding each, which shows the id of the record', () => {
    const minerFees = [minerFee(7, ''), minerFee(8, '')]
    const deposits = [deposit(3, {}), deposit(4, {})]
    const outcome = reconcile({ notified: [], withdrawals: [], deposits, minerFees })
    expect(outcome.findings.map(({ kind, what, key, ids }) => [kind, what, key, ids])).toEqual([
      ['missing', 'deposit', 'record 3', [3]],
      ['missing', 'deposit', 'record 4', [4]],
      ['missing', 'miner fee', 'record 7', [7]],
      ['missing', 'miner fee', 'record 8', [8]],
    ])
  })
})

describe('miner fees', () => {
  test('agree with internal notifications and with withdrawals, by transaction', () => {
    const withdrawals = [deposit(1, { txid: 'w1', real_fee: '0.00010', fee: '9' })]
    const minerFees = [minerFee(1, 'i1'), minerFee(2, 'w1')]
    expect(findings({ notified: [internal('i1')], withdrawals, minerFees })).toEqual([])
  })

  test('of several withdrawals in one transaction are the sum of theirs', () => {
    const withdrawals = [1, 2].map((id) => deposit(id, { txid: 'w1', real_fee: '0.00005' }))
    expect(findings({ withdrawals, minerFees: [minerFee(2, 'w1')] })).toEqual([])
  })

  test('of one transaction to several addresses are not duplicates', () => {
    const notified = [internal('i1', '0.0001', 'x'), internal('i1', '0', 'y')]
    const minerFees = [minerFee(1, 'i1', '0.00005', 'x'), minerFee(2, 'i1', '0.00005', 'y')]
    expect(findings({ notified, minerFees })).toEqual([])
  })

  test('are missing on either side, but not for a withdrawal without a fee record', () => {
    const withdrawals = [deposit(1, { txid: 'w1', real_fee: '1' })]
    expect(
      findings({ notified: [internal('i1')], withdrawals, minerFees: [minerFee(7, 'x')] }),
    ).toMatchObject([
      { kind: 'missing', list: 'minerFees', key: 'i1' },
      { kind: 'missing', list: 'notified', key: 'x', ids: [7] },
    ])
  })

  test('without a transaction belong to no withdrawal', () => {
    const withdrawals = [deposit(1, { txid: '', real_fee: '0.0001' })]
    expect(findings({ withdrawals, minerFees: [minerFee(7, '')] })).toMatchObject([
      { kind: 'missing', ids: [7] },
    ])
  })

  test('that failed and took nothing are not expected to be notified', () => {
    const failed = { ...minerFee(7, '', '0'), status: 2 }
    const minerFees = [
      failed,
      { ...failed, id: 8 },
      { ...minerFee(9, ''), status: 2 },
      { ...failed, id: 10, txid: 't1' },
    ]
    const { findings: found, compared } = reconcile({
      notified: [],
      deposits: [],
      withdrawals: [],
      minerFees,
    })
    expect([found, compared]).toEqual([[], { entries: 4, agreeing: 4 }])
  })

  test('that failed and still took a fee on the chain are expected to be notified', () => {
    expect(findings({ minerFees: [{ ...minerFee(7, 't1'), status: 2 }] })).toMatchObject([
      { kind: 'missing', list: 'notified', key: 't1', ids: [7] },
    ])
  })

  test('that failed differ from what was notified', () => {
    const minerFees = [{ ...minerFee(7, 't1', '0'), status: 2 }]
    expect(findings({ notified: [internal('t1')], minerFees })).toMatchObject([
      { kind: 'differs', member: 'fee' },
    ])
  })

  test('are duplicates when one was taken or notified twice, and do not differ because of it', () => {
    const notified = [internal('i1'), internal('i1'), internal('i2')]
    const minerFees = [minerFee(1, 'i1'), minerFee(2, 'i2'), minerFee(3, 'i2')]
    expect(findings({ notified, minerFees })).toMatchObject([
      { kind: 'duplicate', list: 'notified', key: 'i1', count: 2 },
      { kind: 'duplicate', list: 'minerFees', key: 'i2', count: 2, ids: [2, 3] },
    ])
  })

  test('are duplicates when the source address is empty in one notification and absent in the other', () => {
    const { address_from: _left, ...without } = internal('i1')
    const notified = [without, { ...without, address_from: '' }]
    expect(findings({ notified, minerFees: [minerFee(1, 'i1')] })).toMatchObject([
      { kind: 'duplicate', list: 'notified', key: 'i1', count: 2 },
    ])
  })

  test('differ from what was notified', () => {
    expect(findings({ notified: [internal('i1', '0.0002')], minerFees: [minerFee(1, 'i1')] })).toMatchObject([
      { kind: 'differs', member: 'fee', ours: '0.0002', theirs: '0.0001' },
    ])
  })

  test('differ from a withdrawal by the member that the profile names, or by both if it names none', () => {
    const books = {
      withdrawals: [deposit(1, { txid: 'w1', real_fee: '9', fee: '0.0001' })],
      minerFees: [minerFee(2, 'w1')],
    }
    expect(findings(books)).toEqual([])
    expect(findings(books, { minerFee: 'fee' })).toEqual([])
    expect(findings(books, { minerFee: 'real_fee' })).toMatchObject([
      { kind: 'differs', ours: '9', theirs: '0.0001' },
    ])
  })
})

describe('withdrawals', () => {
  test('are duplicates by their request id, unless it is empty', () => {
    const withdrawals = ['r1', 'r1', '', ''].map((request_id, id) => deposit(id, { request_id }))
    expect(findings({ withdrawals })).toMatchObject([
      { kind: 'duplicate', what: 'withdrawal', key: 'r1', ids: [0, 1] },
    ])
  })
})
