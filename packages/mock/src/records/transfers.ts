import type { Deposit, MinerFee, PendingWithdrawal, Withdrawal } from '@custody-wallet/types'

import { pickAmount, toDecimal, pickPaidFee } from './coins.ts'
import { pickValue } from './pick.ts'
import { getKnownValue, createProgress, getStage } from './stages.ts'
import {
  getSubjectCoin,
  createDepositAddress,
  createHotWalletAddress,
  createOutsideAddress,
  type Subject,
  pickUser,
} from './subject.ts'

const paidStage = ['BTC', 'ETH', 'USDT', 'TRX', 'XRP'] as const

export function createWithdrawal(subject: Subject): Withdrawal {
  const { seed, sharedSeed, number, requestId, turn } = subject
  const coin = getSubjectCoin(subject, paidStage)
  const status = getKnownValue('withdrawalStatus', turn)
  const stage = getStage('withdrawalStatus', status)
  return {
    id: number,
    request_id: requestId,
    uid: pickUser(subject),
    symbol: coin.symbol,
    amount: pickAmount(coin, seed, 'amount'),
    withdraw_fee: toDecimal(coin.withdrawFee),
    withdraw_fee_symbol: coin.symbol,
    fee: toDecimal(coin.minerFee),
    real_fee: stage.chain === 'confirmed' ? pickPaidFee(coin, seed) : toDecimal('0'),
    fee_symbol: coin.base,
    address_from: stage.chain === 'none' ? '' : createHotWalletAddress(sharedSeed, coin),
    address_to: createOutsideAddress(subject, coin),
    ...createProgress(subject, coin, stage),
    saas_status: stage.saas,
    company_status: stage.company,
    status,
  }
}

export function createDeposit(subject: Subject): Deposit {
  const { seed, sharedSeed, number, turn } = subject
  const coin = getSubjectCoin(subject, paidStage)
  const uid = pickUser(subject)
  const status = getKnownValue('depositStatus', turn)
  const stage = getStage('depositStatus', status)
  return {
    id: number,
    request_id: '',
    uid,
    symbol: coin.symbol,
    amount: pickAmount(coin, seed, 'amount'),
    withdraw_fee: toDecimal('0'),
    withdraw_fee_symbol: coin.symbol,
    fee: toDecimal('0'),
    real_fee: toDecimal('0'),
    fee_symbol: coin.base,
    // Bitcoin transactions have no single sender.
    address_from: coin.notation === 'bitcoin' ? '' : createOutsideAddress(subject, coin),
    address_to: createDepositAddress(sharedSeed, uid, coin),
    ...createProgress(subject, coin, stage),
    saas_status: stage.saas,
    company_status: stage.company,
    status,
  }
}

/** Creates the fee of collecting a user's deposit. */
export function createMinerFee(subject: Subject): MinerFee {
  const { seed, sharedSeed, number, turn } = subject
  const coin = getSubjectCoin(subject, ['USDT', 'ETH', 'TRX'])
  const status = getKnownValue('minerFeeStatus', turn)
  return {
    id: number,
    symbol: coin.symbol,
    amount: pickAmount(coin, seed, 'amount'),
    fee: pickPaidFee(coin, seed),
    ...createProgress(subject, coin, getStage('minerFeeStatus', status)),
    status,
    address_from: createDepositAddress(sharedSeed, pickUser(subject), coin),
    address_to: createHotWalletAddress(sharedSeed, coin),
    txid_type: String(getKnownValue('transactionKind', turn)),
    base_symbol: coin.base,
    contract_address: coin.contract,
    email: pickValue(seed, 'email', ['user@custody.example', 'buyer@custody.example', '']),
  }
}

export function createPendingWithdrawal(subject: Subject): PendingWithdrawal {
  const coin = getSubjectCoin(subject, paidStage)
  return {
    trans_id: subject.number,
    symbol: coin.symbol,
    amount: pickAmount(coin, subject.seed, 'amount'),
    fee: toDecimal(coin.withdrawFee),
    address_to: createOutsideAddress(subject, coin),
  }
}
