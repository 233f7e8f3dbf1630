import { describe, expect, test } from 'vitest'

import { deposit, findings, internal, minerFee } from './workflow-books.ts'

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

  test('of one transaction to several addresses are no doubles', () => {
    const notified = [internal('i1', '0.0001', 'x'), internal('i1', '0', 'y')]
    const minerFees = [minerFee(1, 'i1', '0.00005', 'x'), minerFee(2, 'i1', '0.00005', 'y')]
    expect(findings({ notified, minerFees })).toEqual([])
  })

  test('are missing on either side, but not for a withdrawal without a record of its own', () => {
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

  test('are doubled when one was taken or notified twice, and are not told to differ because of it', () => {
    const notified = [internal('i1'), internal('i1'), internal('i2')]
    const minerFees = [minerFee(1, 'i1'), minerFee(2, 'i2'), minerFee(3, 'i2')]
    expect(findings({ notified, minerFees })).toMatchObject([
      { kind: 'doubled', list: 'notified', key: 'i1', count: 2 },
      { kind: 'doubled', list: 'minerFees', key: 'i2', count: 2, ids: [2, 3] },
    ])
  })

  test('are doubled when the source address is empty in one notification and left out in the other', () => {
    const { address_from: _left, ...without } = internal('i1')
    const notified = [without, { ...without, address_from: '' }]
    expect(findings({ notified, minerFees: [minerFee(1, 'i1')] })).toMatchObject([
      { kind: 'doubled', list: 'notified', key: 'i1', count: 2 },
    ])
  })

  test('differ from what was notified', () => {
    expect(findings({ notified: [internal('i1', '0.0002')], minerFees: [minerFee(1, 'i1')] })).toMatchObject([
      { kind: 'differs', member: 'fee', ours: '0.0002', theirs: '0.0001' },
    ])
  })

  test('differ from a withdrawal by the member that the profile names, and by both where it names none', () => {
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
  test('are doubled by their request id, and an empty one says nothing', () => {
    const withdrawals = ['r1', 'r1', '', ''].map((request_id, id) => deposit(id, { request_id }))
    expect(findings({ withdrawals })).toMatchObject([
      { kind: 'doubled', what: 'withdrawal', key: 'r1', ids: [0, 1] },
    ])
  })
})
