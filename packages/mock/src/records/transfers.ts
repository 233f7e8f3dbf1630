import type { Deposit, MinerFee, PendingWithdrawal, Withdrawal } from '@custody-wallet/types'

import { amountIn, decimal, paidFee } from './coins.ts'
import { oneOf } from './pick.ts'
import { knownAt, progressOf, stageOf } from './stages.ts'
import { coinOf, depositAddress, hotWallet, outsideAddress, type Subject, userOf } from './subject.ts'

const paid = ['BTC', 'ETH', 'USDT', 'TRX', 'XRP'] as const

export function withdrawal(subject: Subject): Withdrawal {
  const { seed, world, number, requestId, turn } = subject
  const coin = coinOf(subject, paid)
  const status = knownAt('withdrawalStatus', turn)
  const stage = stageOf('withdrawalStatus', status)
  return {
    id: number,
    request_id: requestId,
    uid: userOf(subject),
    symbol: coin.symbol,
    amount: amountIn(coin, seed, 'amount'),
    withdraw_fee: decimal(coin.withdrawFee),
    withdraw_fee_symbol: coin.symbol,
    fee: decimal(coin.minerFee),
    real_fee: stage.chain === 'confirmed' ? paidFee(coin, seed) : decimal('0'),
    fee_symbol: coin.base,
    address_from: stage.chain === 'none' ? '' : hotWallet(world, coin),
    address_to: outsideAddress(subject, coin),
    ...progressOf(subject, coin, stage),
    saas_status: stage.saas,
    company_status: stage.company,
    status,
  }
}

export function deposit(subject: Subject): Deposit {
  const { seed, world, number, turn } = subject
  const coin = coinOf(subject, paid)
  const uid = userOf(subject)
  const status = knownAt('depositStatus', turn)
  const stage = stageOf('depositStatus', status)
  return {
    id: number,
    request_id: '',
    uid,
    symbol: coin.symbol,
    amount: amountIn(coin, seed, 'amount'),
    withdraw_fee: decimal('0'),
    withdraw_fee_symbol: coin.symbol,
    fee: decimal('0'),
    real_fee: decimal('0'),
    fee_symbol: coin.base,
    // A transaction of Bitcoin has no single sender.
    address_from: coin.notation === 'bitcoin' ? '' : outsideAddress(subject, coin),
    address_to: depositAddress(world, uid, coin),
    ...progressOf(subject, coin, stage),
    saas_status: stage.saas,
    company_status: stage.company,
    status,
  }
}

/** A fee of collecting the deposit of a user. */
export function minerFee(subject: Subject): MinerFee {
  const { seed, world, number, turn } = subject
  const coin = coinOf(subject, ['USDT', 'ETH', 'TRX'])
  const status = knownAt('minerFeeStatus', turn)
  return {
    id: number,
    symbol: coin.symbol,
    amount: amountIn(coin, seed, 'amount'),
    fee: paidFee(coin, seed),
    ...progressOf(subject, coin, stageOf('minerFeeStatus', status)),
    status,
    address_from: depositAddress(world, userOf(subject), coin),
    address_to: hotWallet(world, coin),
    txid_type: String(knownAt('transactionKind', turn)),
    base_symbol: coin.base,
    contract_address: coin.contract,
    email: oneOf(seed, 'email', ['user@custody.example', 'buyer@custody.example', '']),
  }
}

export function pendingWithdrawal(subject: Subject): PendingWithdrawal {
  const coin = coinOf(subject, paid)
  return {
    trans_id: subject.number,
    symbol: coin.symbol,
    amount: amountIn(coin, subject.seed, 'amount'),
    fee: decimal(coin.withdrawFee),
    address_to: outsideAddress(subject, coin),
  }
}
