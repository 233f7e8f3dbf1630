import type { AccountLookup } from '@custody-wallet/types'

import { amountOf } from '../amounts.ts'
import { availableOf, userOwner } from '../ledger/accounts.ts'
import { reject } from '../rules/rejection.ts'
import { type Parameter, prepared } from '../store/prepared.ts'
import type { Database } from '../store/store.ts'
import { depositAddressOf } from './addresses.ts'
import type { Calls, ReadCall } from './calls.ts'

export const accountCalls: Calls<'getAccount'> = {
  async getAccount(work, { uid, symbol }, { appId }) {
    const { address, ...balances } = await lookUp(work.db, appId, { uid, symbol })
    const place = address ?? (await depositAddressOf(work, appId, uid, symbol))?.address
    // The pool may be empty: register addresses, and the next call assigns one.
    return { ...balances, deposit_address: place ?? '' }
  },
}

/** The account of a user who has a deposit address already. */
export const readAccount: ReadCall<'getAccount'> = async ({ db }, parameters, { appId }) => {
  const { address, ...balances } = await lookUp(db, appId, parameters)
  return address === null ? undefined : { ...balances, deposit_address: address }
}

type Key = Record<'appId' | 'owner' | 'symbol', string> & Record<'uid', number>

// One query, because this is the call that merchants make most.
const accountRows = prepared((db, parameter: Parameter<Key>) =>
  db
    .selectFrom('coins')
    .leftJoin('users', (join) =>
      join.on('users.app_id', '=', parameter('appId')).on('users.uid', '=', parameter('uid')),
    )
    .leftJoin('deposit_addresses as place', (join) =>
      join
        .on('place.app_id', '=', parameter('appId'))
        .on('place.uid', '=', parameter('uid'))
        .onRef('place.symbol', '=', 'coins.symbol'),
    )
    .leftJoin('ledger_accounts as account', (join) =>
      join
        .on('account.app_id', '=', parameter('appId'))
        .on('account.owner', '=', parameter('owner'))
        .onRef('account.symbol', '=', 'coins.symbol'),
    )
    .select(['coins.decimals', 'users.uid', 'place.address'])
    .select(['account.credits_posted', 'account.debits_posted', 'account.debits_pending'])
    .where('coins.symbol', '=', parameter('symbol')),
)

async function lookUp(db: Database, appId: string, { uid, symbol }: AccountLookup) {
  const [row] = await accountRows(db, { appId, owner: userOwner(uid), symbol, uid })
  if (!row) reject('getAccount', 'coin-known', `the sandbox has no coin ${symbol}.`)
  if (row.uid === null) reject('getAccount', 'user-exists', `this merchant has no user ${uid}.`)
  return {
    normal_balance: amountOf(availableOf(row), row.decimals),
    lock_balance: amountOf(row.debits_pending ?? 0n, row.decimals),
    address: row.address,
  }
}
