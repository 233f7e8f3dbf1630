import { testTransactionId } from '@custody-wallet/server/chain'
import type {
  AccessTokenGrant,
  Account,
  AvailableAddresses,
  DepositReceipt,
  User,
} from '@custody-wallet/types'

import { amountIn, decimal } from './coins.ts'
import { oneOf, wholeIn } from './pick.ts'
import { coinOf, depositAddress, type Subject } from './subject.ts'

export function account(subject: Subject): Account {
  const { seed, world, parameters } = subject
  const coin = coinOf(subject, ['BTC'])
  return {
    normal_balance: amountIn(coin, seed, 'balance'),
    deposit_address: depositAddress(world, Number(parameters['uid']), coin),
    lock_balance: oneOf(seed, 'lock', [decimal('0'), amountIn(coin, seed, 'locked')]),
  }
}

export const user = ({ seed }: Subject): User => ({
  uid: wholeIn(seed, 'uid', [20_000, 99_999]),
  nickname: oneOf(seed, 'nickname', ['Basil', 'Cedar', 'Dune', 'Ember', 'Fern', '']),
})

export const availableAddresses = (subject: Subject): AvailableAddresses => ({
  symbol: coinOf(subject, ['BTC']).symbol,
  count: wholeIn(subject.seed, 'count', [0, 4999]),
})

export const receipt = ({ parameters }: Subject): DepositReceipt => ({
  data: { request_id: String(parameters['request_id']) },
})

export const grant = ({ seed, created }: Subject): AccessTokenGrant => ({
  access_token: testTransactionId('bitcoin', `${seed} token`),
  expired_time: created + 7_200_000,
})
