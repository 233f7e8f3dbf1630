import { amountOf, testAddress, testTransactionId } from '@custody-wallet/server/chain'
import type { LockedStakingStep, Stake, StakingDetails, StakingStep } from '@custody-wallet/types'

import { coinNamed } from './coins.ts'
import { wholeIn } from './pick.ts'
import { heightAt, knownAt } from './stages.ts'
import { type Subject, subWalletAddress, subWalletOf } from './subject.ts'

const bitcoin = coinNamed('BTC')
const day = 86_400_000

// Units of the fee of a step, which the next step can no longer move.
const feeUnits = 1000n

interface StepFacts {
  readonly name: 'stake' | 'unbond' | 'unstake'
  /** Place of the step: each one before it has paid a fee. */
  readonly place: 1 | 2 | 3
  readonly from: string
  readonly to: string
  readonly at: number
}

function stepOf({ seed }: Subject, { name, place, from, to, at }: StepFacts): StakingStep {
  const staked = BigInt(wholeIn(seed, 'amount', [1, 400])) * 1_000_000n
  return {
    address_from: from,
    address_to: to,
    fee: amountOf(feeUnits, bitcoin.decimals),
    amount: amountOf(staked - feeUnits * BigInt(place - 1), bitcoin.decimals),
    created_at: at,
    txid: testTransactionId('bitcoin', `${seed} ${name}`),
    tx_height: heightAt(bitcoin, at),
    tx_type: knownAt('stakingTransactionType', place - 1),
    remark: '',
  }
}

const locked = (step: StakingStep, lock_number: number): LockedStakingStep => ({ ...step, lock_number })

/** A stake of 60 days that was taken back after seven more. */
export function stakingDetails(subject: Subject): StakingDetails {
  const { seed, world, number, turn, created } = subject
  const wallet = subWalletOf(subject)
  const own = subWalletAddress(world, wallet, bitcoin)
  const [script, unbonding] = [
    testAddress('taproot', `${seed} stake`),
    testAddress('taproot', `${seed} unbond`),
  ]
  const at = created - 68 * day
  return {
    id: number,
    symbol: bitcoin.symbol,
    sub_wallet_id: wallet,
    updated_at: at + 67 * day + 2_400_000,
    status: knownAt('stakingStatus', turn),
    request_id: `stk-${dayOf(at)}-${String(number).padStart(4, '0')}`,
    // Looks like a public key of Bitcoin: 02 or 03, and 32 bytes.
    fp_key: `02${testTransactionId('bitcoin', `${world} fp_key`)}`,
    stake: locked(stepOf(subject, { name: 'stake', place: 1, from: own, to: script, at }), 64_000),
    unbond: locked(
      stepOf(subject, { name: 'unbond', place: 2, from: script, to: unbonding, at: at + 60 * day }),
      1008,
    ),
    unstake: stepOf(subject, { name: 'unstake', place: 3, from: unbonding, to: own, at: at + 67 * day }),
  }
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10).replaceAll('-', '')

/** The entry of the same stake in the list. */
export function stake(subject: Subject): Stake {
  const { unbond: _unbond, unstake: _unstake, ...entry } = stakingDetails(subject)
  return entry
}
