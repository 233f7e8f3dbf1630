import { networks, createTestTransactionId } from '@custody-wallet/demo/chain'
import { type AuditStatus, type StateName, states } from '@custody-wallet/types'

import type { Coin } from './coins.ts'
import { pickInteger } from './pick.ts'
import type { Subject } from './subject.ts'

/** How far the processing of a record is. */
interface Stage {
  /** State of its transaction. */
  readonly chain: 'none' | 'sent' | 'confirmed'
  readonly saas: AuditStatus
  readonly company: AuditStatus
}

const pendingStage: Stage = { chain: 'none', saas: 0, company: 0 }
const approvedStage: Stage = { chain: 'none', saas: 1, company: 1 }
const sentStage: Stage = { chain: 'sent', saas: 1, company: 1 }
const confirmedStage: Stage = { chain: 'confirmed', saas: 1, company: 1 }
const auditStage: Stage = { chain: 'confirmed', saas: 0, company: 0 }

/** Statuses that determine the stage of a record. */
type StagedStatus = 'withdrawalStatus' | 'depositStatus' | 'minerFeeStatus' | 'mpcWithdrawalStatus'

// Other statuses are pending.
const stages: Readonly<Record<StagedStatus, Readonly<Record<number, Stage>>>> = {
  withdrawalStatus: {
    0: { ...pendingStage, saas: 1 },
    1: sentStage,
    2: { ...pendingStage, saas: 1, company: 2 },
    4: approvedStage,
    5: confirmedStage,
    6: { ...pendingStage, saas: 1 },
  },
  depositStatus: {
    0: sentStage,
    1: confirmedStage,
    2: { ...auditStage, saas: 2 },
    4: auditStage,
    5: auditStage,
    6: auditStage,
  },
  minerFeeStatus: { 0: sentStage, 1: confirmedStage, 2: confirmedStage },
  mpcWithdrawalStatus: { 1200: sentStage, 2000: confirmedStage, 2400: approvedStage },
}

export const getStage = (name: StagedStatus, status: number): Stage => stages[name][status] ?? pendingStage

/** Returns the known value at an index, which wraps around. */
export function getKnownValue(name: StateName, turn: number): number {
  const values = Object.keys(states[name])
  return Number(values[turn % values.length])
}

/** Fields of a record about its transaction and its times. */
export interface Progress {
  readonly txid: string
  readonly confirmations: number
  readonly created_at: number
  readonly updated_at: number
}

/** Creates the transaction fields of a stage. The record last changes at its last confirmation. */
export function createProgress(subject: Subject, coin: Coin, { chain }: Stage): Progress {
  const { seed, createdAt } = subject
  if (chain === 'none') {
    const minutes = pickInteger(seed, 'minutes', [1, 40])
    return { txid: '', confirmations: 0, created_at: createdAt, updated_at: createdAt + minutes * 60_000 }
  }
  const range = {
    sent: [0, coin.confirmations - 1],
    confirmed: [coin.confirmations, coin.confirmations + 5],
  } as const
  const confirmations = pickInteger(seed, 'confirmations', range[chain])
  const updated_at = createdAt + (confirmations + 1) * coin.interval
  return {
    txid: createTestTransactionId(coin.notation, seed),
    confirmations,
    created_at: createdAt,
    updated_at,
  }
}

// Time of the heights in the table of networks.
const heightsTime = Date.UTC(2025, 5, 6)

/** Computes the height of the newest block at a time. */
export function computeHeight({ network, interval }: Coin, time: number): number {
  return networks[network].height + Math.max(0, Math.floor((time - heightsTime) / interval))
}
