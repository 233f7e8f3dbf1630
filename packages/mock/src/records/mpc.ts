import {
  formatAmount,
  type NetworkDefinition,
  networks as allNetworks,
  createTestAddress,
  createTestTransactionId,
} from '@custody-wallet/demo/chain'
import type { Delegation, MpcWithdrawal, Networks, OpenNetwork } from '@custody-wallet/types'

import { pickAmount, getCoin, toDecimal, pickPaidFee } from './coins.ts'
import { pickValue, pickInteger } from './pick.ts'
import { computeHeight, getKnownValue, createProgress, getStage } from './stages.ts'
import { getSubjectCoin, createOutsideAddress, type Subject, createSubWalletAddress, pickSubWallet } from './subject.ts'

export function createMpcWithdrawal(subject: Subject): MpcWithdrawal {
  const { seed, sharedSeed, number, requestId, turn, createdAt } = subject
  const coin = getSubjectCoin(subject, ['BTC', 'ETH', 'USDT', 'TRX', 'XRP'])
  const status = getKnownValue('mpcWithdrawalStatus', turn)
  const stage = getStage('mpcWithdrawalStatus', status)
  const progress = createProgress(subject, coin, stage)
  const wallet = pickSubWallet(subject)
  return {
    id: number,
    request_id: requestId,
    symbol: coin.symbol,
    amount: pickAmount(coin, seed, 'amount'),
    fee: toDecimal(coin.minerFee),
    real_fee: stage.chain === 'confirmed' ? pickPaidFee(coin, seed) : toDecimal('0'),
    fee_symbol: coin.base,
    withdraw_source: getKnownValue('withdrawSource', turn),
    address_from: createSubWalletAddress(sharedSeed, wallet, coin),
    address_to: createOutsideAddress(subject, coin),
    memo: coin.memo ? String(pickInteger(seed, 'memo', [100_000, 999_999])) : '',
    ...progress,
    contract_address: coin.contract,
    base_symbol: coin.base,
    sub_wallet_id: wallet,
    status,
    tx_height: progress.confirmations > 0 ? computeHeight(coin, createdAt) + 1 : 0,
  }
}

const tron = getCoin('TRX')

// The token whose transfers use the energy.
const token = createTestAddress('tron', 'contract of USDT')

/** Creates a delegation for transfers of a token, each of which uses 65,000 units of energy. */
export function createDelegation(subject: Subject): Delegation {
  const { seed, sharedSeed, number, requestId, turn } = subject
  const [energy_num, net_num] = [65_000 * pickInteger(seed, 'transfers', [1, 4]), 345]
  return {
    id: number,
    request_id: requestId,
    address_form: createOutsideAddress(subject, tron),
    address_to: createSubWalletAddress(sharedSeed, pickSubWallet(subject), tron),
    contract_address: token,
    service_charge_rate: toDecimal('0.05'),
    // 5 percent of 0.00009 per unit of energy and 0.0004 per unit of bandwidth.
    service_charge: formatAmount(BigInt((energy_num * 9 + net_num * 40) * 5), 7),
    resource_type: 0,
    buy_type: getKnownValue('buyType', turn),
    net_num,
    energy_num,
    net_txid: createTestTransactionId('tron', `${seed} bandwidth`),
    energy_txid: createTestTransactionId('tron', `${seed} energy`),
    net_price: toDecimal('0.0004'),
    energy_price: toDecimal('0.00009'),
    status: getKnownValue('delegationStatus', turn),
  }
}

/** Creates the list of all networks, some of them open. */
export function createNetworks({ seed }: Subject): Networks {
  const entries = Object.entries(allNetworks).map(([name, facts]) => ({
    network: createNetwork(name, facts),
    isOpen: pickValue(seed, name, [true, false]),
  }))
  return {
    open_main_chain: entries.filter(({ isOpen }) => isOpen).map(({ network }) => network),
    support_main_chain: entries.map(({ network, isOpen }) => ({ ...network, if_open_chain: isOpen })),
  }
}

const createNetwork = (name: string, { symbol, acceleration: hasAcceleration }: NetworkDefinition): OpenNetwork => ({
  coin_net: name,
  symbol,
  symbol_alias: symbol,
  support_acceleration: hasAcceleration,
})
