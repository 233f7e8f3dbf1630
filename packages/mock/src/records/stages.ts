// What the status of a record means for its other members.
import { networks, testTransactionId } from '@custody-wallet/server/chain'
import { type AuditStatus, type StateName, states } from '@custody-wallet/types'

import type { Coin } from './coins.ts'
import { wholeIn } from './pick.ts'
import type { Subject } from './subject.ts'

/** How far a record is. */
interface Stage {
  /** Whether there is a transaction, and whether it counts. */
  readonly chain: 'none' | 'sent' | 'confirmed'
  readonly saas: AuditStatus
  readonly company: AuditStatus
}

const waiting: Stage = { chain: 'none', saas: 0, company: 0 }
const approved: Stage = { chain: 'none', saas: 1, company: 1 }
const sent: Stage = { chain: 'sent', saas: 1, company: 1 }
const confirmed: Stage = { chain: 'confirmed', saas: 1, company: 1 }
const checked: Stage = { chain: 'confirmed', saas: 0, company: 0 }

/** Names of the statuses that say how far a record is. */
type Staged = 'withdrawalStatus' | 'depositStatus' | 'minerFeeStatus' | 'mpcWithdrawalStatus'

// A status that is not in the table waits.
const stages: Readonly<Record<Staged, Readonly<Record<number, Stage>>>> = {
  withdrawalStatus: {
    0: { ...waiting, saas: 1 },
    1: sent,
    2: { ...waiting, saas: 1, company: 2 },
    4: approved,
    5: confirmed,
    6: { ...waiting, saas: 1 },
  },
  depositStatus: { 0: sent, 1: confirmed, 2: { ...checked, saas: 2 }, 4: checked, 5: checked, 6: checked },
  minerFeeStatus: { 0: sent, 1: confirmed, 2: confirmed },
  mpcWithdrawalStatus: { 1200: sent, 2000: confirmed, 2400: approved },
}

/** The stage of a record with a status. */
export const stageOf = (name: Staged, status: number): Stage => stages[name][status] ?? waiting

/** The known value of an open number whose turn it is. */
export function knownAt(name: StateName, turn: number): number {
  const values = Object.keys(states[name])
  return Number(values[turn % values.length])
}

/** Members of a record about its transaction and its times. */
export interface Progress {
  readonly txid: string
  readonly confirmations: number
  readonly created_at: number
  readonly updated_at: number
}

/** A transaction that is as far as a stage says. Its last confirmation is the last change of the record. */
export function progressOf(subject: Subject, coin: Coin, { chain }: Stage): Progress {
  const { seed, created } = subject
  if (chain === 'none') {
    const minutes = wholeIn(seed, 'minutes', [1, 40])
    return { txid: '', confirmations: 0, created_at: created, updated_at: created + minutes * 60_000 }
  }
  const range = {
    sent: [0, coin.confirmations - 1],
    confirmed: [coin.confirmations, coin.confirmations + 5],
  } as const
  const confirmations = wholeIn(seed, 'confirmations', range[chain])
  const updated_at = created + (confirmations + 1) * coin.interval
  return { txid: testTransactionId(coin.notation, seed), confirmations, created_at: created, updated_at }
}

// Moment of the heights in the table of networks.
const heightsMoment = Date.UTC(2025, 5, 6)

/** Height of the newest block at a moment. */
export function heightAt({ network, interval }: Coin, moment: number): number {
  return networks[network].height + Math.max(0, Math.floor((moment - heightsMoment) / interval))
}
