import { createTestTransactionId } from '@custody-wallet/demo/chain'
import type { AccessTokenGrant, Account, AvailableAddresses, DepositReceipt, User } from '@custody-wallet/types'

import { pickAmount, toDecimal } from './coins.ts'
import { pickValue, pickInteger } from './pick.ts'
import { getSubjectCoin, createDepositAddress, type Subject } from './subject.ts'

export function createAccount(subject: Subject): Account {
  const { seed, sharedSeed, parameters } = subject
  const coin = getSubjectCoin(subject, ['BTC'])
  return {
    normal_balance: pickAmount(coin, seed, 'balance'),
    deposit_address: createDepositAddress(sharedSeed, Number(parameters['uid']), coin),
    lock_balance: pickValue(seed, 'lock', [toDecimal('0'), pickAmount(coin, seed, 'locked')]),
  }
}

export const createUser = ({ seed }: Subject): User => ({
  uid: pickInteger(seed, 'uid', [20_000, 99_999]),
  nickname: pickValue(seed, 'nickname', ['Basil', 'Cedar', 'Dune', 'Ember', 'Fern', '']),
})

export const createAvailableAddresses = (subject: Subject): AvailableAddresses => ({
  symbol: getSubjectCoin(subject, ['BTC']).symbol,
  count: pickInteger(subject.seed, 'count', [0, 4999]),
})

export const createReceipt = ({ parameters }: Subject): DepositReceipt => ({
  data: { request_id: String(parameters['request_id']) },
})

export const createGrant = ({ seed, createdAt }: Subject): AccessTokenGrant => ({
  access_token: createTestTransactionId('bitcoin', `${seed} token`),
  expired_time: createdAt + 7_200_000,
})
