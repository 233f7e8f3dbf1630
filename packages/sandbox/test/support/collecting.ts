import { expect } from 'vitest'

import { findFaults } from './invariants.ts'
import { createDesk } from './plain.ts'
import { createTestSandbox } from './sandbox.ts'

export const appId = 'demo-modern'

/** A merchant with auto-collection, its user, and the balances of both. */
export async function createCollectingSandbox(options: { readonly autoCollection?: boolean } = {}) {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  const custody = createDesk(sandbox, appId)
  await control.merchants.update({ appId, autoCollection: true, ...options })
  const collector = (await control.merchants.list()).find((each) => each.appId === appId)?.collectionUid ?? 0
  const user = await control.users.create({ appId, email: 'a@shop.example' })
  for (const symbol of ['BTC', 'ETH', 'USDT'])
    await custody.addresses.register({ symbol, addresses: [`${symbol}-1`, `${symbol}-2`], memo: false })
  await custody.addresses.register({ symbol: 'XRP', addresses: ['XRP-1'], memo: true })
  const getBalance = async (uid: number, symbol: string) => (await custody.accounts.get({ uid, symbol })).normal_balance
  async function creditDeposit(uid: number, symbol: string, amount: string): Promise<void> {
    const { deposit_address: to } = await custody.accounts.get({ uid, symbol })
    const memo = symbol === 'XRP' ? { memo: String(uid) } : {}
    await control.chain.pay({ symbol, to, amount, ...memo })
    await control.chain.mine(12)
  }
  const getBalances = async (symbol: string) => [
    await getBalance(user.uid, symbol),
    await getBalance(collector, symbol),
  ]
  const checkInvariants = async () => expect(findFaults(await control.snapshot())).toEqual([])
  return {
    control,
    custody,
    collector,
    uid: user.uid,
    balance: getBalance,
    balances: getBalances,
    deposit: creditDeposit,
    sound: checkInvariants,
  }
}
