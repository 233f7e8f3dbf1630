// Requirements of actions besides the state. A reason continues a sentence such as `withdrawal 1 …`.
import { auditFields, type Auditor, audits } from './audits.ts'

/** What guards read about a record. Each type of record has those facts that its guards need. */
export interface RecordFacts {
  readonly id: number
  readonly status: number
  readonly held?: number
  readonly txid?: string
  readonly saas_status?: number
  readonly company_status?: number
  /** Whether a block contains its transaction. */
  readonly isMined?: boolean
  /** Lock of staked coins; absent without one. */
  readonly lock?: StakeLock | undefined
  /** Amount that is left and cannot pay the next fee; absent if it can. */
  readonly feeShortage?: FeeShortage | undefined
}

interface StakeLock {
  readonly network: string
  /** First height without the lock. */
  readonly end: number
  /** Current height. */
  readonly height: number
}

interface FeeShortage {
  readonly symbol: string
  readonly left: string
  readonly fee: string
}

/** Facts, with the state that belongs to the status. */
interface GuardFacts extends RecordFacts {
  readonly state: string
  readonly isFinal: boolean
}

export interface Guard {
  /** Requirement, as a sentence. */
  readonly says: string
  /** Returns why the action is not possible now. */
  readonly findObstacle: (facts: GuardFacts) => string | undefined
}

export const isReleased: Guard = {
  says: 'It is not held.',
  findObstacle: ({ held }) => (held === 0 ? undefined : 'is held: release it first'),
}

export const isUnsent: Guard = {
  says: 'It was not sent.',
  findObstacle: ({ txid }) => (txid === '' ? undefined : 'was sent already: wait for the chain to end it'),
}

export const isUnmined: Guard = {
  says: 'No block contains its transaction.',
  findObstacle: ({ isMined }) => (isMined === false ? undefined : 'cannot fail: a block contains its transaction'),
}

export const isUnlocked: Guard = {
  says: 'Its lock has ended.',
  findObstacle: ({ lock }) =>
    lock && lock.height < lock.end
      ? `is locked until block ${lock.end}, and ${lock.network} is at ${lock.height}: mine blocks or advance the clock`
      : undefined,
}

export const canPayFee: Guard = {
  says: 'The stake is larger than the fee.',
  findObstacle: ({ feeShortage: shortage }) =>
    shortage &&
    `has ${shortage.left} ${shortage.symbol} left, but the next fee is ${shortage.fee}: lower minerFee of the coin with coins.update`,
}

/** Rejects a second approval by the same side, which would have no effect. */
export const isFirstApproval = (by: Auditor): Guard => ({
  says: `The ${by} has not approved it.`,
  findObstacle: ({ [auditFields[by]]: decision }) =>
    decision === audits.approved
      ? `is approved by the ${by} already: approve it as the ${by === 'merchant' ? 'platform' : 'merchant'}`
      : undefined,
})

export const isOpen = (event: string): Guard => ({
  says: 'It has not ended.',
  findObstacle: ({ isFinal, state }) => (isFinal ? `has ended as ${state}: it is too late to ${event} it` : undefined),
})
