import { describe, expect, test } from 'vitest'

import { createClient, createTestSandbox } from '../support/sandbox.ts'

describe('the requests of a record', () => {
  test('are those that changed it, and those that name it in the call or in the response', async () => {
    const sandbox = await createTestSandbox()
    const { control } = sandbox
    const { withdrawals } = createClient(sandbox)
    const { uid } = await control.users.create({})
    await control.addresses.generate({ symbol: 'BTC', count: 1 })
    const { address: to } = await control.addresses.assign({ uid, symbol: 'BTC' })
    await control.chain.pay({ symbol: 'BTC', to, amount: '1' })
    await control.chain.mine(3)
    for (const requestId of ['first', 'second'])
      await control.withdrawals.request({ uid, symbol: 'BTC', amount: '0.1', to: 'outside', requestId })
    for (const by of ['platform', 'merchant'] as const)
      await control.withdrawals.audit({ id: 1, by, decision: 'approve' })
    await withdrawals.list({ ids: ['second'] })
    await withdrawals.pull({ symbol: 'BTC' })
    await withdrawals.list({ ids: ['first'] })
    await withdrawals.cancel({ symbol: 'BTC', trans_id: 1, msg: 'not today' })
    await createClient(sandbox, 'demo-classic').withdrawals.list({ ids: ['first'] })
    const list = async (subject: string) =>
      (await control.requests.list({ subject })).map(({ operation, parameters }) => [operation, parameters])
    expect(await list('withdrawal 1')).toMatchObject([
      ['cancelWithdrawal', { trans_id: 1 }],
      ['listWithdrawals', { ids: ['first'] }],
      ['pullWithdrawals', {}],
    ])
    expect(await list('account 1')).toEqual([])
  })

  test.each(['deposit', 'deposit x', 'nothing 1'])('are an error for the subject %s', async (subject) => {
    const { control } = await createTestSandbox()
    await expect(control.requests.list({ subject })).rejects.toThrow('subject must be a type of record and an id')
  })
})
