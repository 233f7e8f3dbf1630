import {
  amountOf,
  type NetworkFacts,
  networks as allNetworks,
  testAddress,
  testTransactionId,
} from '@custody-wallet/server/chain'
import type { Delegation, MpcWithdrawal, Networks, OpenNetwork } from '@custody-wallet/types'

import { amountIn, coinNamed, decimal, paidFee } from './coins.ts'
import { oneOf, wholeIn } from './pick.ts'
import { heightAt, knownAt, progressOf, stageOf } from './stages.ts'
import { coinOf, outsideAddress, type Subject, subWalletAddress, subWalletOf } from './subject.ts'

export function mpcWithdrawal(subject: Subject): MpcWithdrawal {
  const { seed, world, number, requestId, turn, created } = subject
  const coin = coinOf(subject, ['BTC', 'ETH', 'USDT', 'TRX', 'XRP'])
  const status = knownAt('mpcWithdrawalStatus', turn)
  const stage = stageOf('mpcWithdrawalStatus', status)
  const progress = progressOf(subject, coin, stage)
  const wallet = subWalletOf(subject)
  return {
    id: number,
    request_id: requestId,
    symbol: coin.symbol,
    amount: amountIn(coin, seed, 'amount'),
    fee: decimal(coin.minerFee),
    real_fee: stage.chain === 'confirmed' ? paidFee(coin, seed) : decimal('0'),
    fee_symbol: coin.base,
    withdraw_source: knownAt('withdrawSource', turn),
    address_from: subWalletAddress(world, wallet, coin),
    address_to: outsideAddress(subject, coin),
    memo: coin.memo ? String(wholeIn(seed, 'memo', [100_000, 999_999])) : '',
    ...progress,
    contract_address: coin.contract,
    base_symbol: coin.base,
    sub_wallet_id: wallet,
    status,
    tx_height: progress.confirmations > 0 ? heightAt(coin, created) + 1 : 0,
  }
}

const tron = coinNamed('TRX')

// Contract of the token whose transfers need the energy.
const token = testAddress('tron', 'contract of USDT')

/** Energy and bandwidth for transfers of a token: one transfer takes 65,000 units of energy. */
export function delegation(subject: Subject): Delegation {
  const { seed, world, number, requestId, turn } = subject
  const [energy_num, net_num] = [65_000 * wholeIn(seed, 'transfers', [1, 4]), 345]
  return {
    id: number,
    request_id: requestId,
    address_form: outsideAddress(subject, tron),
    address_to: subWalletAddress(world, subWalletOf(subject), tron),
    contract_address: token,
    service_charge_rate: decimal('0.05'),
    // 5 percent of 0.00009 for each unit of energy, and of 0.0004 for each of bandwidth.
    service_charge: amountOf(BigInt((energy_num * 9 + net_num * 40) * 5), 7),
    resource_type: 0,
    buy_type: knownAt('buyType', turn),
    net_num,
    energy_num,
    net_txid: testTransactionId('tron', `${seed} bandwidth`),
    energy_txid: testTransactionId('tron', `${seed} energy`),
    net_price: decimal('0.0004'),
    energy_price: decimal('0.00009'),
    status: knownAt('delegationStatus', turn),
  }
}

/** All networks; some of them are open. */
export function networks({ seed }: Subject): Networks {
  const found = Object.entries(allNetworks).map(([name, facts]) => ({
    network: networkOf(name, facts),
    isOpen: oneOf(seed, name, [true, false]),
  }))
  return {
    open_main_chain: found.filter(({ isOpen }) => isOpen).map(({ network }) => network),
    support_main_chain: found.map(({ network, isOpen }) => ({ ...network, if_open_chain: isOpen })),
  }
}

const networkOf = (name: string, { symbol, acceleration }: NetworkFacts): OpenNetwork => ({
  coin_net: name,
  symbol,
  symbol_alias: symbol,
  support_acceleration: acceleration,
})
