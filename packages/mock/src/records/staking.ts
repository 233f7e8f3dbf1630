import { formatAmount, createTestAddress, createTestTransactionId } from '@custody-wallet/demo/chain'
import type { LockedStakingStep, Stake, StakingDetails, StakingStep } from '@custody-wallet/types'

import { getCoin } from './coins.ts'
import { pickInteger } from './pick.ts'
import { computeHeight, getKnownValue } from './stages.ts'
import { type Subject, createSubWalletAddress, pickSubWallet } from './subject.ts'

const bitcoin = getCoin('BTC')
const day = 86_400_000

// Each step pays this fee from the amount.
const feeUnits = 1000n

interface StepFacts {
  readonly name: 'stake' | 'unbond' | 'unstake'
  /** Position of the step. Every earlier step paid a fee. */
  readonly position: 1 | 2 | 3
  readonly from: string
  readonly to: string
  readonly at: number
}

function createStep({ seed }: Subject, { name, position, from, to, at }: StepFacts): StakingStep {
  const stakedUnits = BigInt(pickInteger(seed, 'amount', [1, 400])) * 1_000_000n
  return {
    address_from: from,
    address_to: to,
    fee: formatAmount(feeUnits, bitcoin.decimals),
    amount: formatAmount(stakedUnits - feeUnits * BigInt(position - 1), bitcoin.decimals),
    created_at: at,
    txid: createTestTransactionId('bitcoin', `${seed} ${name}`),
    tx_height: computeHeight(bitcoin, at),
    tx_type: getKnownValue('stakingTransactionType', position - 1),
    remark: '',
  }
}

const addLock = (step: StakingStep, lock_number: number): LockedStakingStep => ({ ...step, lock_number })

/** Creates a stake that was unbonded after 60 days and unstaked 7 days later. */
export function createStakingDetails(subject: Subject): StakingDetails {
  const { seed, sharedSeed, number, turn, createdAt } = subject
  const wallet = pickSubWallet(subject)
  const own = createSubWalletAddress(sharedSeed, wallet, bitcoin)
  const [script, unbonding] = [
    createTestAddress('taproot', `${seed} stake`),
    createTestAddress('taproot', `${seed} unbond`),
  ]
  const at = createdAt - 68 * day
  return {
    id: number,
    symbol: bitcoin.symbol,
    sub_wallet_id: wallet,
    updated_at: at + 67 * day + 2_400_000,
    status: getKnownValue('stakingStatus', turn),
    request_id: `stk-${formatDay(at)}-${String(number).padStart(4, '0')}`,
    // Looks like a public key of Bitcoin: 02 or 03 and 32 bytes.
    fp_key: `02${createTestTransactionId('bitcoin', `${sharedSeed} fp_key`)}`,
    stake: addLock(createStep(subject, { name: 'stake', position: 1, from: own, to: script, at }), 64_000),
    unbond: addLock(
      createStep(subject, { name: 'unbond', position: 2, from: script, to: unbonding, at: at + 60 * day }),
      1008,
    ),
    unstake: createStep(subject, {
      name: 'unstake',
      position: 3,
      from: unbonding,
      to: own,
      at: at + 67 * day,
    }),
  }
}

const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')

/** Creates the list entry of the same stake. */
export function createStake(subject: Subject): Stake {
  const { unbond: _unbond, unstake: _unstake, ...entry } = createStakingDetails(subject)
  return entry
}
