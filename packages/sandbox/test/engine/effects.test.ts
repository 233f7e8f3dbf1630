import { expect, test } from 'vitest'

import { getCoin } from '../../src/chain/coins.ts'
import { addBlocks } from '../../src/chain/networks.ts'
import { reorganize } from '../../src/chain/reorg.ts'
import { sendTransaction, settleNetwork, watchTransaction } from '../../src/chain/transactions.ts'
import { appId, createEngineFixture } from '../support/engine.ts'

const amounts = { amount: '1', withdraw_fee: '0', fee: '0', real_fee: '0' }
const audits = { saas_status: 1, company_status: 1, status: 1, held: 0 } as const

test('a withdrawal whose block is removed stays paid, with the new txid and no confirmations', async () => {
  const { engine, store, uid } = await createEngineFixture()
  await engine.run(async (work) => {
    const transaction = await sendTransaction(work, await getCoin(work.db, 'BTC'), {
      symbol: 'BTC',
      from: 'hot',
      to: 'x',
      amount: 1n,
    })
    const location = {
      address_from: 'hot',
      address_to: 'x',
      memo: '',
      txid: transaction.txid,
      confirmations: 3,
    }
    const about = {
      app_id: appId,
      request_id: 'r',
      uid,
      symbol: 'BTC',
      reason: '',
      created_at: 0,
      updated_at: 0,
    }
    await work.db
      .insertInto('withdrawals')
      .values({ ...about, ...location, ...amounts, ...audits })
      .execute()
    await watchTransaction(work, transaction, { kind: 'withdrawal', id: 1 })
    await addBlocks(work, 'Bitcoin', 3)
    await settleNetwork(work, 'Bitcoin')
  })
  const readAudits = () =>
    store.db.selectFrom('withdrawals').select(['txid', 'confirmations', 'status']).executeTakeFirstOrThrow()
  const before = await readAudits()
  await engine.run((work) => reorganize(work, { network: 'Bitcoin', depth: 3 }))
  const after = await readAudits()
  expect(after).toMatchObject({ confirmations: 0, status: 5 })
  expect(after.txid).not.toBe(before.txid)
  const sent = await store.db.selectFrom('transactions').selectAll().executeTakeFirstOrThrow()
  expect(sent).toMatchObject({ txid: after.txid, height: null, settled: 0, confirmed: 1 })
})
