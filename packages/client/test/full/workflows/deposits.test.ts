import { expect, test } from 'vitest'

import { createDepositNotifications } from '../../../src/workflows/index.ts'

test('outputs may be 200,000', () => {
  const output = {
    symbol: 'BTC',
    txid: 't',
    address_to: 'a',
    amount: '1',
    confirm: 1,
    balance: '0',
    status: 1,
  } as const
  const many = Array.from({ length: 200_000 }, (_, index) => ({ ...output, output: index }))
  expect(createDepositNotifications(many).map(({ amount }) => amount)).toEqual(['200000'])
})
