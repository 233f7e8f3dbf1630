import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { reconcile } from '../../../src/workflows/index.ts'
import {
  all,
  createCredit,
  toDecimal,
  listFindings,
  createMinerFee,
  createNotice,
  createDeposit,
  createInternal,
} from '../../support/books.ts'

describe('deposits and their notifications', () => {
  test('agree by request id, with different notations of amounts', () => {
    const deposits = all.map((each, index) => ({
      ...createCredit(index + 1, each),
      amount: toDecimal('0.1000'),
    }))
    expect(listFindings({ notified: all, deposits })).toEqual([])
  })

  test('agree by transaction and address if a record has no request id', () => {
    const deposits = all.map((each, index) => ({ ...createCredit(index + 1, each), request_id: '' }))
    expect(listFindings({ notified: all, deposits })).toEqual([])
  })

  test('are missing if a record could belong to either of two memos', () => {
    const memos = ['1', '2'].map((memo) => ({ ...createNotice('t1'), memo, request_id: `memo-${memo}` }))
    const deposits = [{ ...createCredit(1, createNotice('t1')), request_id: '' }]
    expect(listFindings({ notified: memos, deposits }).map(({ kind, list }) => [kind, list])).toEqual([
      ['missing', 'deposits'],
      ['missing', 'deposits'],
      ['missing', 'notified'],
    ])
  })

  test('agree by the last notification if there are several', () => {
    const again = { ...createNotice('t1'), amount: '0.2', confirm: 60 }
    expect(listFindings({ notified: [createNotice('t1'), again], deposits: [createCredit(1, again)] })).toEqual([])
  })

  test('agree by the latest version of a record that was read twice', () => {
    const first = { ...createCredit(1, createNotice('t1', '7')), updated_at: 5 }
    const later = { ...createCredit(1, createNotice('t1')), updated_at: 6 }
    expect(listFindings({ notified: [createNotice('t1')], deposits: [later, first] })).toEqual([])
  })

  test('are missing on either side', () => {
    const [other] = [createNotice('t9')]
    expect(listFindings({ notified: [createNotice('t1')], deposits: [createCredit(9, other)] })).toEqual([
      {
        kind: 'missing',
        what: 'deposit',
        list: 'deposits',
        key: createNotice('t1').request_id,
        symbol: 'BTC',
        ids: [],
      },
      { kind: 'missing', what: 'deposit', list: 'notified', key: other.request_id, symbol: 'BTC', ids: [9] },
    ])
  })

  test('are not missing when they were notified as failed', () => {
    expect(listFindings({ notified: [{ ...createNotice('t1'), status: 0 }] })).toEqual([])
  })

  test('are duplicates when one was credited twice, or notified with two request ids', () => {
    const deposits = [createCredit(1, createNotice('t1')), createCredit(2, createNotice('t1'))]
    expect(listFindings({ notified: [createNotice('t1')], deposits })).toMatchObject([
      { kind: 'duplicate', list: 'deposits', count: 2, ids: [1, 2] },
    ])
    const renamed = { ...createNotice('t1'), request_id: 'another' }
    const credited = [createCredit(1, createNotice('t1')), createCredit(2, renamed)]
    expect(listFindings({ notified: [createNotice('t1'), renamed], deposits: credited })).toMatchObject([
      { kind: 'duplicate', list: 'notified', count: 2 },
    ])
  })

  test('differ in their amounts', () => {
    const deposits = [{ ...createCredit(1, createNotice('t1')), amount: toDecimal('0.10000001') }]
    expect(listFindings({ notified: [createNotice('t1')], deposits })).toMatchObject([
      { kind: 'differs', member: 'amount', ours: '0.1', theirs: '0.10000001', ids: [1] },
    ])
  })

  test('have findings for exactly the wrong entries, for any order of the books', () => {
    const fate = fc.constantFrom('right', 'missing', 'duplicate', 'differs')
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 12 }), fc.boolean(), (fates, reversed) => {
        const notified = fates.map((_, index) => createNotice(`t${index}`))
        const deposits = notified.flatMap((each, index) => {
          const credit = createCredit(index * 2, each)
          const made = {
            right: [credit],
            missing: [],
            duplicate: [credit, { ...credit, id: index * 2 + 1 }],
            differs: [{ ...credit, amount: toDecimal('7') }],
          }
          return made[fates[index] ?? 'right']
        })
        const found = listFindings({ notified, deposits: reversed ? deposits.toReversed() : deposits })
        const wrong = notified.flatMap(({ request_id }, index) =>
          fates[index] === 'right' ? [] : [`${fates[index]} ${request_id}`],
        )
        expect(found.map(({ kind, key }) => `${kind} ${key}`)).toEqual(wrong)
      }),
    )
  })
})

describe('a credit that the chain undid', () => {
  const credit = createNotice('t1')
  const waiting = { status: 0, confirmations: 0 }
  const returning = { ...createCredit(1, credit), request_id: '', txid: 't2', ...waiting }
  const undone = { kind: 'undone', what: 'deposit', list: 'deposits', key: credit.request_id, ids: [1] }
  const moved = { member: 'txid', ours: 't1', theirs: 't2' }

  test.each([
    ['its record waits for another transaction', { ...returning, request_id: credit.request_id }, moved],
    ['its record has fewer confirmations', { ...createCredit(1, credit), ...waiting }, {}],
    ['its record has failed', { ...createCredit(1, credit), status: 2 }, {}],
    ['only another transaction to its address waits', returning, moved],
  ])('is one finding if %s', (_, record, more) => {
    const [found, ...others] = listFindings({ notified: [credit], deposits: [record] })
    expect([found, others]).toEqual([{ ...undone, symbol: 'BTC', ...more }, []])
  })

  test('is one finding also if it was notified as undone, until it returns', () => {
    const failure = { ...credit, status: 0 } as const
    expect(listFindings({ notified: [credit, failure], deposits: [returning] })).toMatchObject([undone])
    const again = createNotice('t2')
    const returned = { ...returning, status: 1, confirmations: 6 }
    expect(listFindings({ notified: [credit, failure, again], deposits: [returned] })).toEqual([])
  })

  test('that returned with another transaction differs in it', () => {
    const returned = { ...returning, status: 1, confirmations: 6 }
    expect(listFindings({ notified: [credit], deposits: [returned] })).toEqual([
      { ...undone, kind: 'differs', symbol: 'BTC', ...moved },
    ])
  })

  test('is missing if it was credited again, and its first credit was not undone', () => {
    const returned = { ...returning, status: 1, confirmations: 6 }
    expect(listFindings({ notified: [credit, createNotice('t2')], deposits: [returned] })).toMatchObject([
      { kind: 'missing', list: 'deposits', key: credit.request_id },
    ])
  })

  test('is missing if several deposits could be the one that returned', () => {
    const deposits = [returning, { ...returning, id: 2, txid: 't3' }]
    expect(listFindings({ notified: [credit], deposits }).map(({ kind }) => kind)).toEqual(Array(3).fill('missing'))
  })

  test('is not undone while a person reviews it', () => {
    expect(listFindings({ notified: [credit], deposits: [{ ...createCredit(1, credit), status: 5 }] })).toEqual([])
  })
})

describe('records without a transaction', () => {
  test('have one finding each, with the id of the record', () => {
    const minerFees = [createMinerFee(7, ''), createMinerFee(8, '')]
    const deposits = [createDeposit(3, {}), createDeposit(4, {})]
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
    const withdrawals = [createDeposit(1, { txid: 'w1', real_fee: '0.00010', fee: '9' })]
    const minerFees = [createMinerFee(1, 'i1'), createMinerFee(2, 'w1')]
    expect(listFindings({ notified: [createInternal('i1')], withdrawals, minerFees })).toEqual([])
  })

  test('of several withdrawals in one transaction are the sum of theirs', () => {
    const withdrawals = [1, 2].map((id) => createDeposit(id, { txid: 'w1', real_fee: '0.00005' }))
    expect(listFindings({ withdrawals, minerFees: [createMinerFee(2, 'w1')] })).toEqual([])
  })

  test('of one transaction to several addresses are not duplicates', () => {
    const notified = [createInternal('i1', '0.0001', 'x'), createInternal('i1', '0', 'y')]
    const minerFees = [createMinerFee(1, 'i1', '0.00005', 'x'), createMinerFee(2, 'i1', '0.00005', 'y')]
    expect(listFindings({ notified, minerFees })).toEqual([])
  })

  test('are missing on either side, but not for a withdrawal without a fee record', () => {
    const withdrawals = [createDeposit(1, { txid: 'w1', real_fee: '1' })]
    expect(
      listFindings({ notified: [createInternal('i1')], withdrawals, minerFees: [createMinerFee(7, 'x')] }),
    ).toMatchObject([
      { kind: 'missing', list: 'minerFees', key: 'i1' },
      { kind: 'missing', list: 'notified', key: 'x', ids: [7] },
    ])
  })

  test('without a transaction belong to no withdrawal', () => {
    const withdrawals = [createDeposit(1, { txid: '', real_fee: '0.0001' })]
    expect(listFindings({ withdrawals, minerFees: [createMinerFee(7, '')] })).toMatchObject([
      { kind: 'missing', ids: [7] },
    ])
  })

  test('that failed and took nothing need no notification', () => {
    const failed = { ...createMinerFee(7, '', '0'), status: 2 }
    const minerFees = [
      failed,
      { ...failed, id: 8 },
      { ...createMinerFee(9, ''), status: 2 },
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

  test('that failed but took a fee on the chain need a notification', () => {
    expect(listFindings({ minerFees: [{ ...createMinerFee(7, 't1'), status: 2 }] })).toMatchObject([
      { kind: 'missing', list: 'notified', key: 't1', ids: [7] },
    ])
  })

  test('that failed differ from what was notified', () => {
    const minerFees = [{ ...createMinerFee(7, 't1', '0'), status: 2 }]
    expect(listFindings({ notified: [createInternal('t1')], minerFees })).toMatchObject([
      { kind: 'differs', member: 'fee' },
    ])
  })

  test('are duplicates when one was taken or notified twice, and do not differ because of it', () => {
    const notified = [createInternal('i1'), createInternal('i1'), createInternal('i2')]
    const minerFees = [createMinerFee(1, 'i1'), createMinerFee(2, 'i2'), createMinerFee(3, 'i2')]
    expect(listFindings({ notified, minerFees })).toMatchObject([
      { kind: 'duplicate', list: 'notified', key: 'i1', count: 2 },
      { kind: 'duplicate', list: 'minerFees', key: 'i2', count: 2, ids: [2, 3] },
    ])
  })

  test('are duplicates when the source address is empty in one notification and absent in the other', () => {
    const { address_from: _left, ...without } = createInternal('i1')
    const notified = [without, { ...without, address_from: '' }]
    expect(listFindings({ notified, minerFees: [createMinerFee(1, 'i1')] })).toMatchObject([
      { kind: 'duplicate', list: 'notified', key: 'i1', count: 2 },
    ])
  })

  test('differ from what was notified', () => {
    expect(
      listFindings({ notified: [createInternal('i1', '0.0002')], minerFees: [createMinerFee(1, 'i1')] }),
    ).toMatchObject([{ kind: 'differs', member: 'fee', ours: '0.0002', theirs: '0.0001' }])
  })

  test('differ from a withdrawal by the field that the profile names, or by both if it names none', () => {
    const books = {
      withdrawals: [createDeposit(1, { txid: 'w1', real_fee: '9', fee: '0.0001' })],
      minerFees: [createMinerFee(2, 'w1')],
    }
    expect(listFindings(books)).toEqual([])
    expect(listFindings(books, { minerFee: 'fee' })).toEqual([])
    expect(listFindings(books, { minerFee: 'real_fee' })).toMatchObject([
      { kind: 'differs', ours: '9', theirs: '0.0001' },
    ])
  })
})

describe('withdrawals', () => {
  test('are duplicates by their request id, unless it is empty', () => {
    const withdrawals = ['r1', 'r1', '', ''].map((request_id, id) => createDeposit(id, { request_id }))
    expect(listFindings({ withdrawals })).toMatchObject([
      { kind: 'duplicate', what: 'withdrawal', key: 'r1', ids: [0, 1] },
    ])
  })
})
