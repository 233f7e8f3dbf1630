import type { AccountLookup } from '@custody-wallet/types'

import { formatAmount } from '../amounts.ts'
import { describeUnknownCoin } from '../chain/coins.ts'
import { computeAvailable, toUserOwner } from '../ledger/accounts.ts'
import { reject } from '../rules/rejection.ts'
import type { Database } from '../store/database.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import { getDepositAddress } from './addresses.ts'
import type { CallHandlers, ReadHandler } from './calls.ts'

export const accountCalls: CallHandlers<'getAccount'> = {
  async getAccount(work, { uid, symbol }, { appId }) {
    const { address, ...balances } = await lookUpAccount(work.db, appId, { uid, symbol })
    const depositAddress = address ?? (await getDepositAddress(work, appId, uid, symbol))?.address
    // The pool may be empty. After addresses are registered, the next call assigns one.
    return { ...balances, deposit_address: depositAddress ?? '' }
  },
}

/** Reads the account of a user who already has a deposit address. */
export const readAccount: ReadHandler<'getAccount'> = async ({ db }, parameters, { appId }) => {
  const { address, ...balances } = await lookUpAccount(db, appId, parameters)
  return address === null ? undefined : { ...balances, deposit_address: address }
}

type AccountQuery = Record<'appId' | 'owner' | 'symbol', string> & Record<'uid', number>

// One query, because this is the most frequent call.
const selectAccount = prepareQuery((db, parameter: Parameter<AccountQuery>) =>
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

async function lookUpAccount(db: Database, appId: string, { uid, symbol }: AccountLookup) {
  const [row] = await selectAccount(db, { appId, owner: toUserOwner(uid), symbol, uid })
  if (!row) reject('getAccount', 'coin-known', await describeUnknownCoin(db, symbol))
  if (row.uid === null) reject('getAccount', 'user-exists', `this merchant has no user ${uid}.`)
  return {
    normal_balance: formatAmount(computeAvailable(row), row.decimals),
    lock_balance: formatAmount(row.debits_pending ?? 0n, row.decimals),
    address: row.address,
  }
}
