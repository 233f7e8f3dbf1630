import { amountOf } from '../amounts.ts'
import { findCoin } from '../chain/coins.ts'
import { balanceOf, userOwner } from '../ledger/accounts.ts'
import { reject } from '../rules/rejection.ts'
import { depositAddressOf } from './addresses.ts'
import type { Calls } from './calls.ts'
import { hasUser } from './users.ts'

export const accountCalls: Calls<'getAccount'> = {
  async getAccount(work, { uid, symbol }, { appId }) {
    const { db } = work
    const coin = await findCoin(db, symbol)
    if (!coin) reject('getAccount', 'coin-known', '120202', `the sandbox has no coin ${symbol}.`)
    if (!(await hasUser(db, appId, uid)))
      reject('getAccount', 'user-exists', '110065', `user ${uid} is no user of this merchant.`)
    const place = await depositAddressOf(work, appId, uid, symbol)
    const { available, locked } = await balanceOf(db, { appId, symbol, owner: userOwner(uid) })
    return {
      normal_balance: amountOf(available, coin.decimals),
      lock_balance: amountOf(locked, coin.decimals),
      // The pool may be empty: register addresses, and the next call assigns one.
      deposit_address: place?.address ?? '',
    }
  },
}
